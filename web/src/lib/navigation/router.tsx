import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
} from 'react';
import { navigate, type RouterLocation } from './history.ts';
import { matchPath, type Params } from './match-path.ts';
import { isWithin, preloadAt } from './route-record.ts';

/**
 * The little of a router that the pages need over our own history (`place.ts`), by the names that people know from React
 * Router, which would be an eighth of the home page's scripts (decision 60).
 */
const NOWHERE: RouterLocation = { pathname: '/', search: '', hash: '', state: null, key: 'default' };
export const PlaceContext = createContext(NOWHERE);
const ParamsContext = createContext<Params>({});
const OutletContext = createContext<ReactNode>(null);

/** Where the page that is shown is; while the next one comes, the browser's address may be ahead of it. */
export const useLocation = (): RouterLocation => useContext(PlaceContext);

/** What the address has in the places of its pattern. */
export const useParams = (): Params => useContext(ParamsContext);

type NextSearch = Record<string, string> | URLSearchParams | ((now: URLSearchParams) => URLSearchParams);

/** The address's query, and a way to put another in its place; a function is given a copy of it. */
export function useSearchParams(): [
  URLSearchParams,
  (next: NextSearch, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback(
    (next: NextSearch, options?: { replace?: boolean }) => {
      const wanted =
        typeof next === 'function' ? next(new URLSearchParams(search)) : new URLSearchParams(next);
      navigate(`?${wanted}`, options);
    },
    [search],
  );
  return [params, set];
}

/** What is shown at an address, in its frames, the outermost first. */
export interface Screen {
  path: string;
  element: ReactElement;
  frames?: readonly ReactElement[];
}

/** The first of the screens that the address fits; a frame that the next one has too stays as it is. */
export function Routes({ screens }: { screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  const found = useMemo(() => screenAt(screens, pathname), [screens, pathname]);
  return found && <ParamsContext value={found.params}>{found.shown}</ParamsContext>;
}

function screenAt(screens: readonly Screen[], pathname: string): { params: Params; shown: ReactNode } | null {
  for (const { path, element, frames = [] } of screens) {
    const params = matchPath(path, pathname);
    if (!params) continue;
    const inFrame = (shown: ReactNode, frame: ReactElement) => (
      <OutletContext value={shown}>{frame}</OutletContext>
    );
    return { params, shown: frames.reduceRight<ReactNode>(inFrame, element) };
  }
  return null;
}

/** Where a frame has what it frames. */
export const Outlet = (): ReactNode => useContext(OutletContext);

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean;
  state?: unknown;
}

/**
 * A link within the site, followed without loading the page; what the browser does with its keys it goes on doing. Under the
 * pointer or the finger, it has its page fetched already.
 */
export function Link({ to, replace, state, onClick, onPointerEnter, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { target = '_self' } = rest;
    const byKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || event.button !== 0 || target !== '_self' || byKey) return;
    event.preventDefault();
    // Where one is already is no second step on the way back.
    navigate(to, { replace: replace ?? new URL(to, location.href).href === location.href, state });
  };
  const expect = (event: PointerEvent<HTMLAnchorElement>) => {
    onPointerEnter?.(event);
    preloadAt(new URL(to, location.href).pathname);
  };
  return <a {...rest} href={to} onClick={follow} onPointerEnter={expect} />;
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  /** Marked on its own page alone, and not on those below it. */
  end?: boolean;
  className?: string | ((state: { isActive: boolean }) => string);
}

/** A link that is marked where it leads to the current place. */
export function NavLink({ to, end, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = end ? pathname === to : isWithin(pathname, to);
  return (
    <Link
      {...rest}
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'function' ? className({ isActive }) : className}
    />
  );
}

/** Leads elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false, state }: Pick<LinkProps, 'to' | 'replace' | 'state'>): null {
  useEffect(() => {
    navigate(to, { replace, state });
  }, [to, replace, state]);
  return null;
}
