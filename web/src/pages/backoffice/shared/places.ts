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
  IconInbox,
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

/** The menu's groups, in its order. */
export const STAFF_GROUPS = ['today', 'people', 'money', 'market', 'system'] as const;
export type StaffGroup = (typeof STAFF_GROUPS)[number];

interface SectionRecord {
  /** Below `/backoffice`; the section of waiting items has the base path. */
  path: string;
  group: StaffGroup;
  /** The pages below it. */
  within?: readonly string[];
  /** Roles with access in addition to `admin`. The server decides; this only hides what would be refused. */
  roles: readonly StaffRole[];
  icon: TablerIcon;
}

const defineSection = <const R extends SectionRecord>(place: R): R => place;

/** The sections of the back office, in menu order: routes, rights and menu are derived from them. */
export const BACKOFFICE_SECTIONS = {
  now: defineSection({ path: '', group: 'today', roles: ['support', 'kyc', 'treasury'], icon: IconInbox }),
  alarms: defineSection({ path: 'alarms', group: 'today', roles: ['treasury'], icon: IconBellRinging }),
  figures: defineSection({ path: 'figures', group: 'today', roles: ['treasury'], icon: IconChartBar }),
  reviews: defineSection({ path: 'reviews', group: 'people', roles: ['kyc'], icon: IconClipboardCheck }),
  tickets: defineSection({
    path: 'tickets',
    within: [':id'],
    group: 'people',
    roles: ['support'],
    icon: IconMessages,
  }),
  people: defineSection({
    path: 'people',
    within: [':id'],
    group: 'people',
    roles: ['support', 'kyc', 'treasury'],
    icon: IconUserSearch,
  }),
  recoveries: defineSection({ path: 'recoveries', group: 'people', roles: ['kyc'], icon: IconKey }),
  companies: defineSection({
    path: 'companies',
    within: [':id'],
    group: 'people',
    roles: ['support', 'kyc', 'treasury'],
    icon: IconBuildingStore,
  }),
  withdrawals: defineSection({
    path: 'withdrawals',
    group: 'money',
    roles: ['treasury'],
    icon: IconArrowUpRight,
  }),
  payouts: defineSection({
    path: 'payouts',
    within: [':id'],
    group: 'money',
    roles: ['treasury'],
    icon: IconBuildingBank,
  }),
  incoming: defineSection({ path: 'incoming', group: 'money', roles: ['treasury'], icon: IconCoins }),
  treasury: defineSection({
    path: 'treasury',
    within: ['keys'],
    group: 'money',
    roles: ['treasury'],
    icon: IconVault,
  }),
  books: defineSection({ path: 'books', group: 'money', roles: ['treasury'], icon: IconBook2 }),
  reports: defineSection({ path: 'reports', group: 'money', roles: ['treasury'], icon: IconReceipt2 }),
  coins: defineSection({ path: 'coins', group: 'market', roles: ['treasury'], icon: IconCurrencyBitcoin }),
  limits: defineSection({ path: 'limits', group: 'market', roles: ['treasury'], icon: IconAdjustments }),
  rules: defineSection({ path: 'rules', group: 'market', roles: ['treasury'], icon: IconGavel }),
  operations: defineSection({ path: 'operations', group: 'system', roles: ['treasury'], icon: IconServer2 }),
  webErrors: defineSection({ path: 'web-errors', group: 'system', roles: ['support'], icon: IconBug }),
  content: defineSection({
    path: 'content',
    within: ['info', ':kind/:slug'],
    group: 'system',
    roles: ['support'],
    icon: IconFileText,
  }),
  brand: defineSection({ path: 'brand', group: 'system', roles: [], icon: IconPalette }),
  audit: defineSection({ path: 'audit', group: 'system', roles: [], icon: IconListDetails }),
} as const satisfies Record<string, SectionRecord>;

export type BackofficeSection = keyof typeof BACKOFFICE_SECTIONS;
type SectionPart<P> = P extends {
  path: infer Base extends string;
  within: readonly (infer Own extends string)[];
}
  ? `${Base}/${Own}`
  : never;

/** The back office's routes below `/backoffice`; each has a page. */
export type BackofficeRoute =
  | Exclude<(typeof BACKOFFICE_SECTIONS)[BackofficeSection]['path'], ''>
  | SectionPart<(typeof BACKOFFICE_SECTIONS)[BackofficeSection]>;

export const sectionNames = Object.keys(BACKOFFICE_SECTIONS) as BackofficeSection[];

/** Returns the route of each page with its section. The server uses them to detect unknown paths. */
export const listBackofficeRoutes = (): [BackofficeRoute, BackofficeSection][] =>
  sectionNames.flatMap((name) => {
    const { path, within = [] }: SectionRecord = BACKOFFICE_SECTIONS[name];
    const routes = path === '' ? [] : [path, ...within.map((own) => `${path}/${own}`)];
    return routes.map((route): [BackofficeRoute, BackofficeSection] => [route as BackofficeRoute, name]);
  });

/** Returns the path of a section. */
export const getBackofficePath = (place: BackofficeSection): string =>
  `/backoffice/${BACKOFFICE_SECTIONS[place].path}`.replace(/\/$/, '');
