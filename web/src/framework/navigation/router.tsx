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
import { isWithin, preloadPage } from './route-record.ts';

/**
 * A minimal router over our own history (`history.ts`), with the names of React Router, which would be an eighth of
 * the home page's scripts (decision 60).
 */
const INITIAL_LOCATION: RouterLocation = { pathname: '/', search: '', hash: '', state: null, key: 'default' };
export const LocationContext = createContext(INITIAL_LOCATION);
const ParamsContext = createContext<Params>({});
const OutletContext = createContext<ReactNode>(null);

/** Returns the location of the rendered page; while the next page loads, the browser's address may be ahead of it. */
export const useLocation = (): RouterLocation => useContext(LocationContext);

/** Returns the parameters of the current path. */
export const useParams = (): Params => useContext(ParamsContext);

type NextSearch = Record<string, string> | URLSearchParams | ((now: URLSearchParams) => URLSearchParams);

/** Returns the query parameters and a function that replaces them; an updater function receives a copy. */
export function useSearchParams(): [
  URLSearchParams,
  (next: NextSearch, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback(
    (next: NextSearch, options?: { replace?: boolean }) => {
      const nextParams =
        typeof next === 'function' ? next(new URLSearchParams(search)) : new URLSearchParams(next);
      navigate(`?${nextParams}`, options);
    },
    [search],
  );
  return [params, set];
}

/** A route's element within its layouts, the outermost first. */
export interface Screen {
  path: string;
  element: ReactElement;
  frames?: readonly ReactElement[];
}

/** Renders the first screen whose path matches; a layout shared with the next screen stays mounted. */
export function Routes({ screens }: { screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  const match = useMemo(() => matchScreen(screens, pathname), [screens, pathname]);
  return match && <ParamsContext value={match.params}>{match.element}</ParamsContext>;
}

function matchScreen(
  screens: readonly Screen[],
  pathname: string,
): { params: Params; element: ReactNode } | null {
  for (const { path, element, frames = [] } of screens) {
    const params = matchPath(path, pathname);
    if (!params) continue;
    const wrapInLayout = (content: ReactNode, layout: ReactElement) => (
      <OutletContext value={content}>{layout}</OutletContext>
    );
    return { params, element: frames.reduceRight<ReactNode>(wrapInLayout, element) };
  }
  return null;
}

/** Renders the content of a layout. */
export const Outlet = (): ReactNode => useContext(OutletContext);

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean;
  state?: unknown;
}

/**
 * A link within the site that navigates without loading the page; the browser handles clicks with modifier keys.
 * Preloads its page on hover or touch.
 */
export function Link({ to, replace, state, onClick, onPointerEnter, ...rest }: LinkProps) {
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { target = '_self' } = rest;
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || event.button !== 0 || target !== '_self' || hasModifier) return;
    event.preventDefault();
    // A link to the current page adds no history entry.
    navigate(to, { replace: replace ?? new URL(to, location.href).href === location.href, state });
  };
  const handlePointerEnter = (event: PointerEvent<HTMLAnchorElement>) => {
    onPointerEnter?.(event);
    preloadPage(new URL(to, location.href).pathname);
  };
  return <a {...rest} href={to} onClick={handleClick} onPointerEnter={handlePointerEnter} />;
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  /** Marked as current on its own page only, not on pages below it. */
  end?: boolean;
  className?: string | ((state: { isActive: boolean }) => string) | undefined;
}

/** A link that is marked if it leads to the current page. */
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

/** Navigates as soon as it is rendered. */
export function Navigate({ to, replace = false, state }: Pick<LinkProps, 'to' | 'replace' | 'state'>): null {
  useEffect(() => {
    navigate(to, { replace, state });
  }, [to, replace, state]);
  return null;
}

/** Replaces an alternative address of a page. A guard that refused it would leave nothing on the screen. */
export function Redirect({ to }: Pick<LinkProps, 'to'>): null {
  useEffect(() => {
    navigate(to, { replace: true, unguarded: true });
  }, [to]);
  return null;
}
