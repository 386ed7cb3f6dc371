import {
  IconArrowsExchange,
  IconBell,
  IconBellRinging,
  IconBriefcase,
  IconBuildingStore,
  IconChartLine,
  IconCoins,
  IconGift,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconRepeat,
  IconSettings,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { listProfileEntries, type ProfileLabel } from '../../framework/navigation/route-record.ts';

/**
 * The menu's groups and their entries, in their order; icons are separate from the route records, which are loaded
 * with the first page.
 */
const GROUPS = {
  start: { 'nav.dashboard': IconHome, 'nav.markets': IconCoins },
  trade: {
    'nav.otc': IconArrowsExchange,
    'nav.p2p': IconChartLine,
    'recurring.title': IconRepeat,
    'alerts.list.title': IconBellRinging,
  },
  assets: { 'nav.wallet': IconWallet, 'nav.history': IconHistory },
  earn: { 'nav.company': IconBuildingStore, 'nav.invite': IconGift },
  account: {
    'nav.account': IconUser,
    'nav.settings': IconSettings,
    'notices.title': IconBell,
    'nav.support': IconHelpCircle,
    'nav.backoffice': IconBriefcase,
  },
} satisfies Record<string, Partial<Record<ProfileLabel, TablerIcon>>>;

export type MenuGroup = keyof typeof GROUPS;
type Entry = ReturnType<typeof listProfileEntries>[number];
export interface ProfileLink extends Entry {
  icon: TablerIcon;
}

interface MenuAccount {
  customerKind: string | null;
  staffRoles: readonly string[];
}

const canUse = ({ of }: Entry, account: MenuAccount | null): boolean =>
  !of || (of === 'companies' ? account?.customerKind === 'COMPANY' : Boolean(account?.staffRoles.length));

/** Returns the profile area's menu of an account, by groups: a company has its store, staff the back office. */
export function buildProfileMenu(account: MenuAccount | null): { group: MenuGroup; links: ProfileLink[] }[] {
  const entries = listProfileEntries().filter((entry) => canUse(entry, account));
  return Object.entries(GROUPS).map(([group, icons]) => ({
    group: group as MenuGroup,
    links: Object.entries(icons).flatMap(([label, icon]) =>
      entries.filter((entry) => entry.label === label).map((entry) => ({ ...entry, icon })),
    ),
  }));
}
