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
import { type ProfileLabel, profileEntries } from '../../lib/navigation/route-record.ts';

/** Apart from the records, which come with the first page. */
const ICONS: Readonly<Record<ProfileLabel, TablerIcon>> = {
  'nav.dashboard': IconHome,
  'nav.otc': IconArrowsExchange,
  'nav.p2p': IconChartLine,
  'nav.wallet': IconWallet,
  'nav.history': IconHistory,
  'alerts.list.title': IconBellRinging,
  'notices.title': IconBell,
  'nav.company': IconBuildingStore,
  'nav.invite': IconGift,
  'nav.account': IconUser,
  'nav.settings': IconSettings,
  'nav.support': IconHelpCircle,
  'nav.backoffice': IconBriefcase,
};

/** The profile area's menu for one account: a company has its store, staff the back office. */
export const profileLinks = (
  account: { customerKind: string | null; staffRoles: readonly string[] } | null,
) =>
  profileEntries()
    .filter(
      ({ of }) =>
        !of || (of === 'companies' ? account?.customerKind === 'COMPANY' : account?.staffRoles.length),
    )
    .map((entry) => ({ ...entry, icon: ICONS[entry.label] }));
