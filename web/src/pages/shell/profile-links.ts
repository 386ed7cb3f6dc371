import {
  IconArrowsExchange,
  IconBriefcase,
  IconBuildingStore,
  IconChartLine,
  IconGift,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconSettings,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Entry } from './links.ts';

interface ProfileEntry extends Entry {
  icon: TablerIcon;
  /** Stands in the phone's bottom bar; the others are under "more". */
  bottom?: boolean;
  /** It is the place of all pages below it too. */
  within?: boolean;
}

/** The profile area, in the order of the side menu. */
export const PROFILE_LINKS: readonly ProfileEntry[] = [
  { key: 'dashboard', to: '/profile', icon: IconHome, bottom: true },
  { key: 'otc', to: '/profile/otc', icon: IconArrowsExchange, bottom: true },
  { key: 'p2p', to: '/profile/trade', icon: IconChartLine, within: true },
  { key: 'wallet', to: '/profile/wallet', icon: IconWallet, bottom: true },
  { key: 'history', to: '/profile/history', icon: IconHistory, bottom: true },
  { key: 'invite', to: '/profile/invite', icon: IconGift },
  { key: 'account', to: '/profile/account', icon: IconUser },
  { key: 'settings', to: '/profile/settings', icon: IconSettings },
  { key: 'support', to: '/profile/support', icon: IconHelpCircle, within: true },
];

/** For people who work here, under the others. */
const STAFF_LINK: ProfileEntry = { key: 'backoffice', to: '/backoffice', icon: IconBriefcase };
/** For companies, before the invitations. */
const STORE_LINK: ProfileEntry = { key: 'company', to: '/profile/company', icon: IconBuildingStore };

/** Of one account: a company has its store, staff their desk. */
export function profileLinks(
  account: { customerKind: string | null; staffRoles: readonly string[] } | null,
): readonly ProfileEntry[] {
  const at = PROFILE_LINKS.findIndex(({ key }) => key === 'invite');
  return [
    ...PROFILE_LINKS.slice(0, at),
    ...(account?.customerKind === 'COMPANY' ? [STORE_LINK] : []),
    ...PROFILE_LINKS.slice(at),
    ...(account && account.staffRoles.length > 0 ? [STAFF_LINK] : []),
  ];
}
