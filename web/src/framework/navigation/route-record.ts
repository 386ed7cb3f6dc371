import type { Messages } from '../i18n/fa/index.ts';
import type { LazyPage } from '../loading/lazy-page.ts';
import { matchPath } from './match-path.ts';

/** `person`: any signed-in user; `authorized`: only after identity verification. */
export type Access = 'anyone' | 'person' | 'authorized';
type NavKey = keyof Messages['nav'];
/** product: what people compare before choosing an exchange; help: for its users; company: about the operator. */
export type PublicMenu = 'product' | 'help' | 'company';
/** Labels with an icon in the side menu. */
export type ProfileLabel =
  | `nav.${'account' | 'backoffice' | 'company' | 'dashboard' | 'history' | 'invite' | 'markets' | 'otc' | 'p2p'}`
  | `nav.${'settings' | 'support' | 'wallet'}`
  | 'alerts.list.title'
  | 'notices.title'
  | 'recurring.title';

/** A page: its address, access, code, server rendering and menu entries. */
export interface RouteRecord {
  path: string;
  /** Default: anyone. The server checks the roles for the back office. */
  access?: Access;
  page: LazyPage;
  /** For a public page that the server renders with its data: the module by which its styles are found. */
  drawn?: string;
  /** Query strings for which the server renders a different page. */
  variants?: readonly string[];
  /** Entry in the menus of the public layout, sorted by `place` and then by the order of the records. */
  menu?: readonly [menu: PublicMenu, key: NavKey, place?: number];
  /** Entry in the menus of the profile area. */
  entry?: {
    label: ProfileLabel;
    /** Also in the phone's bottom bar. */
    bottom?: boolean;
    /** Restricts the entry to these users; default: everyone. */
    of?: 'companies' | 'staff';
  };
}

type ListedRoute = Pick<RouteRecord, 'path' | 'access' | 'menu' | 'entry'> & {
  /** Preloads everything the page needs to render. */
  preload?: () => Promise<unknown>;
};
let routes: readonly ListedRoute[] = [];

/** Sets the routes at startup: they import the layouts, whose menus are built from the routes. */
export const setRoutes = (next: readonly ListedRoute[]): void => {
  routes = next;
};

const findRoute = (pathname: string): ListedRoute | undefined =>
  routes.find(({ path }) => matchPath(path, pathname));

/** Loads the code and texts of the next page, in parallel. */
export function preloadPage(pathname: string): void {
  findRoute(pathname)
    ?.preload?.()
    .catch(() => undefined);
}

/**
 * Returns the access of an address; without a record, addresses below the profile area or the back office require a
 * signed-in user.
 */
export function getRouteAccess(pathname: string): Access {
  const record = findRoute(pathname);
  if (record) return record.access ?? 'anyone';
  return /^\/(profile|backoffice)(\/|$)/.test(pathname) ? 'person' : 'anyone';
}

/** The path without parameters: `/profile/trade/:quote?/:coin?` becomes `/profile/trade`. */
const stripParams = (path: string): string => path.replace(/\/[:*].*$/, '');

export interface MenuLink {
  key: NavKey;
  to: string;
}

export const listMenuLinks = (menu: PublicMenu): MenuLink[] =>
  routes
    .flatMap(({ path, menu: menuEntry }) => {
      if (menuEntry?.[0] !== menu) return [];
      const [, key, position = 0] = menuEntry;
      return [{ key, to: stripParams(path), place: position }];
    })
    .sort((a, b) => a.place - b.place);

export const listProfileEntries = () =>
  routes.flatMap(({ path, entry }) =>
    // A menu entry also matches the pages below it, except the dashboard's, which would match all.
    entry ? [{ ...entry, to: stripParams(path), within: path !== '/profile' }] : [],
  );

/** Whether the current path is the link's target or below it. */
export const isWithin = (pathname: string, to: string): boolean => `${pathname}/`.startsWith(`${to}/`);
