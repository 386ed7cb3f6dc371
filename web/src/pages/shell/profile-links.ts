import {
  IconArrowsExchange,
  IconBell,
  IconBellRinging,
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
import type { Messages } from '../../i18n/fa/index.ts';

interface ProfileEntry {
  /** Its words: the menu's own, or those of the page. */
  label: `nav.${keyof Messages['nav']}` | 'alerts.list.title' | 'notices.title';
  to: string;
  icon: TablerIcon;
  /** Stands in the phone's bottom bar; the others are under "more". */
  bottom?: boolean;
  /** It is the place of all pages below it too. */
  within?: boolean;
}

/** The profile area, in the order of the side menu. */
export const PROFILE_LINKS: readonly ProfileEntry[] = [
  { label: 'nav.dashboard', to: '/profile', icon: IconHome, bottom: true },
  { label: 'nav.otc', to: '/profile/otc', icon: IconArrowsExchange, bottom: true },
  { label: 'nav.p2p', to: '/profile/trade', icon: IconChartLine, within: true },
  { label: 'nav.wallet', to: '/profile/wallet', icon: IconWallet, bottom: true },
  { label: 'nav.history', to: '/profile/history', icon: IconHistory, bottom: true },
  { label: 'alerts.list.title', to: '/profile/alerts', icon: IconBellRinging },
  { label: 'notices.title', to: '/profile/notices', icon: IconBell },
  { label: 'nav.invite', to: '/profile/invite', icon: IconGift },
  { label: 'nav.account', to: '/profile/account', icon: IconUser },
  { label: 'nav.settings', to: '/profile/settings', icon: IconSettings },
  { label: 'nav.support', to: '/profile/support', icon: IconHelpCircle, within: true },
];

/** For people who work here, under the others. */
const STAFF_LINK: ProfileEntry = { label: 'nav.backoffice', to: '/backoffice', icon: IconBriefcase };
/** For companies, before the invitations. */
const STORE_LINK: ProfileEntry = { label: 'nav.company', to: '/profile/company', icon: IconBuildingStore };

/** Of one account: a company has its store, staff the back office. */
export function profileLinks(
  account: { customerKind: string | null; staffRoles: readonly string[] } | null,
): readonly ProfileEntry[] {
  const at = PROFILE_LINKS.findIndex(({ label }) => label === 'nav.invite');
  return [
    ...PROFILE_LINKS.slice(0, at),
    ...(account?.customerKind === 'COMPANY' ? [STORE_LINK] : []),
    ...PROFILE_LINKS.slice(at),
    ...(account && account.staffRoles.length > 0 ? [STAFF_LINK] : []),
  ];
}
