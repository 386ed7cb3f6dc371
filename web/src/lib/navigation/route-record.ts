import type { Messages } from '../../i18n/fa/index.ts';
import type { LazyPage } from '../loading/lazy-page.ts';
import { matchPath } from './match-path.ts';

/** `person`: anyone signed in; `authorized`: after identity verification only. */
export type Access = 'anyone' | 'person' | 'authorized';
type NavKey = keyof Messages['nav'];
/** What one compares before choosing an exchange, what helps once one has, and who stands behind it. */
export type PublicMenu = 'product' | 'help' | 'company';
/** Each has an icon in the side menu. */
export type ProfileLabel =
  | `nav.${'account' | 'backoffice' | 'company' | 'dashboard' | 'history' | 'invite' | 'markets' | 'otc' | 'p2p'}`
  | `nav.${'settings' | 'support' | 'wallet'}`
  | 'alerts.list.title'
  | 'notices.title'
  | 'recurring.title';

/** A page: its address, who may open it, its code, what the server draws of it, and where menus have it. */
export interface RouteRecord {
  path: string;
  /** Without it, anyone's. Of the back office the server judges roles. */
  access?: Access;
  page: LazyPage;
  /** Of a public page that the server sends as HTML, with its data: the module by which its styles are found. */
  drawn?: string;
  /** Searches that make another drawn page of it. */
  variants?: readonly string[];
  /** In the menus of the public frame, which have their pages in the order of the records, or of `place` before that. */
  menu?: readonly [menu: PublicMenu, key: NavKey, place?: number];
  /** In the menus of the profile area. */
  entry?: {
    label: ProfileLabel;
    /** Stands in the phone's bottom bar too. */
    bottom?: boolean;
    /** Whose it is; without it, everybody's. */
    of?: 'companies' | 'staff';
  };
}

type Listed = Pick<RouteRecord, 'path' | 'access' | 'menu' | 'entry'> & {
  /** Fetches all that it is shown with. */
  preload?: () => Promise<unknown>;
};
let records: readonly Listed[] = [];

/** The routes name the frames, whose menus come from the routes: so these are handed in at the start. */
export const connectRoutes = (all: readonly Listed[]): void => {
  records = all;
};

const recordAt = (pathname: string): Listed | undefined =>
  records.find(({ path }) => matchPath(path, pathname));

/** Fetches the code and texts of a page that is about to be shown, all at once. */
export function preloadAt(pathname: string): void {
  recordAt(pathname)
    ?.preload?.()
    .catch(() => undefined);
}

/** An address under the profile area or the back office that has no record is nobody's but a signed-in person's. */
export function accessOf(pathname: string): Access {
  const record = recordAt(pathname);
  if (record) return record.access ?? 'anyone';
  return /^\/(profile|backoffice)(\/|$)/.test(pathname) ? 'person' : 'anyone';
}

/** Without what may follow: `/profile/trade/:quote?/:coin?` begins at `/profile/trade`. */
const begin = (path: string): string => path.replace(/\/[:*].*$/, '');

export interface MenuLink {
  key: NavKey;
  to: string;
}

export const linksOf = (menu: PublicMenu): MenuLink[] =>
  records
    .flatMap(({ path, menu: own }) => {
      if (own?.[0] !== menu) return [];
      const [, key, place = 0] = own;
      return [{ key, to: begin(path), place }];
    })
    .sort((a, b) => a.place - b.place);

export const profileEntries = () =>
  records.flatMap(({ path, entry }) =>
    // A page is the place of those below it too; below the dashboard would be all others.
    entry ? [{ ...entry, to: begin(path), within: path !== '/profile' }] : [],
  );

/** Whether a link's place is here or above here. */
export const isWithin = (pathname: string, to: string): boolean => `${pathname}/`.startsWith(`${to}/`);
