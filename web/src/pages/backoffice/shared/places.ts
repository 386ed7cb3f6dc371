import type { StaffRole } from '@sarraf/domain/contracts';
import {
  IconAdjustments,
  IconArrowUpRight,
  IconBellRinging,
  IconBook2,
  IconBug,
  IconBuildingBank,
  IconBuildingStore,
  IconChartBar,
  IconClipboardCheck,
  IconCoins,
  IconCurrencyBitcoin,
  IconFileText,
  IconGavel,
  IconKey,
  IconListDetails,
  IconMessages,
  IconPalette,
  IconReceipt2,
  IconServer2,
  IconUserSearch,
  IconVault,
  type TablerIcon,
} from '@tabler/icons-react';

interface PlaceRecord {
  /** Below `/backoffice`; the queue of reviews is the back office's own page. */
  path: string;
  /** The pages below it. */
  within?: readonly string[];
  /** Whose it is beside `admin`. The server decides; this only hides what would be refused. */
  roles: readonly StaffRole[];
  icon: TablerIcon;
}

const record = <const R extends PlaceRecord>(place: R): R => place;

/** The back office's parts, in the order of its menu: the routes, the rights and the menu are read from here. */
export const PLACES = {
  reviews: record({ path: '', roles: ['kyc'], icon: IconClipboardCheck }),
  tickets: record({ path: 'tickets', within: [':id'], roles: ['support'], icon: IconMessages }),
  people: record({
    path: 'people',
    within: [':id'],
    roles: ['support', 'kyc', 'treasury'],
    icon: IconUserSearch,
  }),
  recoveries: record({ path: 'recoveries', roles: ['kyc'], icon: IconKey }),
  companies: record({
    path: 'companies',
    within: [':id'],
    roles: ['support', 'kyc', 'treasury'],
    icon: IconBuildingStore,
  }),
  withdrawals: record({ path: 'withdrawals', roles: ['treasury'], icon: IconArrowUpRight }),
  payouts: record({ path: 'payouts', within: [':id'], roles: ['treasury'], icon: IconBuildingBank }),
  incoming: record({ path: 'incoming', roles: ['treasury'], icon: IconCoins }),
  treasury: record({ path: 'treasury', within: ['keys'], roles: ['treasury'], icon: IconVault }),
  alarms: record({ path: 'alarms', roles: ['treasury'], icon: IconBellRinging }),
  books: record({ path: 'books', roles: ['treasury'], icon: IconBook2 }),
  operations: record({ path: 'operations', roles: ['treasury'], icon: IconServer2 }),
  coins: record({ path: 'coins', roles: ['treasury'], icon: IconCurrencyBitcoin }),
  limits: record({ path: 'limits', roles: ['treasury'], icon: IconAdjustments }),
  figures: record({ path: 'figures', roles: ['treasury'], icon: IconChartBar }),
  reports: record({ path: 'reports', roles: ['treasury'], icon: IconReceipt2 }),
  rules: record({ path: 'rules', roles: ['treasury'], icon: IconGavel }),
  content: record({
    path: 'content',
    within: ['info', ':kind/:slug'],
    roles: ['support'],
    icon: IconFileText,
  }),
  brand: record({ path: 'brand', roles: [], icon: IconPalette }),
  webErrors: record({ path: 'web-errors', roles: ['support'], icon: IconBug }),
  audit: record({ path: 'audit', roles: [], icon: IconListDetails }),
} as const satisfies Record<string, PlaceRecord>;

export type StaffPlace = keyof typeof PLACES;
type Within<P> = P extends { path: infer Base extends string; within: readonly (infer Own extends string)[] }
  ? `${Base}/${Own}`
  : never;

/** The back office's routes below `/backoffice`; each has a page. */
export type BackofficeRoute =
  | Exclude<(typeof PLACES)[StaffPlace]['path'], ''>
  | Within<(typeof PLACES)[StaffPlace]>;

export const placeNames = Object.keys(PLACES) as StaffPlace[];

/** The route of each page, and the part of the back office that it belongs to. The server tells by them what is a page. */
export const backofficeRoutes = (): [BackofficeRoute, StaffPlace][] =>
  placeNames.flatMap((name) => {
    const { path, within = [] }: PlaceRecord = PLACES[name];
    const routes = path === '' ? [] : [path, ...within.map((own) => `${path}/${own}`)];
    return routes.map((route): [BackofficeRoute, StaffPlace] => [route as BackofficeRoute, name]);
  });

/** Where a part of the back office is. */
export const backofficePath = (place: StaffPlace): string =>
  `/backoffice/${PLACES[place].path}`.replace(/\/$/, '');
