import {
  IconArrowsExchange,
  IconBriefcase,
  IconChartLine,
  IconHistory,
  IconHome,
  IconSettings,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Messages } from '../../i18n/fa/index.ts';

type NavKey = keyof Messages['nav'];

interface Entry {
  key: NavKey;
  to: string;
}
interface ProfileEntry extends Entry {
  icon: TablerIcon;
  /** Stands in the phone's bottom bar; the others are under "more". */
  bottom?: boolean;
  /** It is the place of all pages below it too. */
  within?: boolean;
}

/** The top bar. Wages, guide, faq, blog and about join it when their pages exist. */
export const PUBLIC_LINKS: readonly Entry[] = [
  { key: 'markets', to: '/markets' },
  { key: 'steps', to: '/#steps' },
];

/**
 * The profile area, in the order of the side menu. Still to come, each when its page exists:
 * company (customerKind COMPANY only), invite.
 */
export const PROFILE_LINKS: readonly ProfileEntry[] = [
  { key: 'dashboard', to: '/profile', icon: IconHome, bottom: true },
  { key: 'otc', to: '/profile/otc', icon: IconArrowsExchange, bottom: true },
  { key: 'p2p', to: '/profile/trade', icon: IconChartLine, within: true },
  { key: 'wallet', to: '/profile/wallet', icon: IconWallet, bottom: true },
  { key: 'history', to: '/profile/history', icon: IconHistory, bottom: true },
  { key: 'account', to: '/profile/account', icon: IconUser },
  { key: 'settings', to: '/profile/settings', icon: IconSettings },
];

/** For people who work here, under the others. */
export const STAFF_LINK: ProfileEntry = { key: 'backoffice', to: '/backoffice', icon: IconBriefcase };
