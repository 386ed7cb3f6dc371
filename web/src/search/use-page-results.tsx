import { findClosest } from '@sarraf/domain';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { getRouteAccess, listMenuLinks, listProfileEntries } from '../framework/navigation/route-record.ts';
import { useSession } from '../lib/session/session.ts';
import { PAGE_WORDS } from './page-words.ts';
import type { ResultGroup } from './palette-list.tsx';

const MAX_RESULTS = 6;
const MENUS = ['product', 'help', 'company'] as const;
/** Pages that are in no menu. */
const UNLISTED_PAGES = {
  '/profile/wallet/movements': 'movements',
  '/profile/history/statements': 'statements',
  '/profile/settings/api': 'apiKeys',
} as const;

/** Finds pages by name or synonym that the person may open. For an empty text: the first ones. */
export function usePageResults(typed: string, navigateTo: (to: string) => void): ResultGroup[] {
  const t = useTranslations('search');
  const pages = useAccessiblePages();
  const found =
    typed.trim() === ''
      ? pages
      : findClosest(pages, typed, ({ to, name }) => [name, ...(PAGE_WORDS[to] ?? [])]);
  return [
    {
      key: 'pages',
      label: t('group.pages'),
      finds: found.slice(0, MAX_RESULTS).map(({ to, name }) => ({
        key: to,
        icon: <IconArrowUpRight size={20} className="flip" />,
        name,
        choose: () => navigateTo(to),
      })),
    },
  ];
}

function useAccessiblePages(): { to: string; name: string }[] {
  const t = useTranslations();
  const { signedIn, authorized, account } = useSession();
  const memberships = {
    companies: account?.customerKind === 'COMPANY',
    staff: Boolean(account?.staffRoles.length),
  };
  // Pages of the profile area precede public ones.
  const profilePages = listProfileEntries().flatMap(({ of, to, label }) =>
    signedIn && (!of || memberships[of]) ? [[to, t(label)] as const] : [],
  );
  const pages = new Map<string, string>([
    ...profilePages,
    ...MENUS.flatMap((menu) => listMenuLinks(menu).map(({ key, to }) => [to, t(`nav.${key}`)] as const)),
    ...Object.entries(UNLISTED_PAGES).map(([to, key]) => [to, t(`search.page.${key}`)] as const),
    ...(signedIn
      ? []
      : ([
          ['/login', t('nav.login')],
          ['/sign-up', t('nav.signUp')],
        ] as const)),
  ]);
  const allowedAccess = { anyone: true, person: signedIn, authorized };
  return [...pages].filter(([to]) => allowedAccess[getRouteAccess(to)]).map(([to, name]) => ({ to, name }));
}
