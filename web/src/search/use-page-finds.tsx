import { closest } from '@sarraf/domain';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { accessOf, linksOf, profileEntries } from '../lib/navigation/route-record.ts';
import { useSession } from '../lib/session/session.ts';
import { PAGE_WORDS } from './page-words.ts';
import type { FindGroup } from './palette-list.tsx';

const MOST = 6;
const MENUS = ['product', 'help', 'company'] as const;
/** Pages that are in no menu. */
const OTHERS = {
  '/profile/wallet/movements': 'movements',
  '/profile/history/statements': 'statements',
  '/profile/settings/api': 'apiKeys',
} as const;

/** Finds pages by name or synonym that the person may open. For an empty text: the first ones. */
export function usePageFinds(typed: string, leadTo: (to: string) => void): FindGroup[] {
  const t = useTranslations('search');
  const pages = usePages();
  const found =
    typed.trim() === '' ? pages : closest(pages, typed, ({ to, name }) => [name, ...(PAGE_WORDS[to] ?? [])]);
  return [
    {
      key: 'pages',
      label: t('group.pages'),
      finds: found.slice(0, MOST).map(({ to, name }) => ({
        key: to,
        icon: <IconArrowUpRight size={20} className="flip" />,
        name,
        choose: () => leadTo(to),
      })),
    },
  ];
}

function usePages(): { to: string; name: string }[] {
  const t = useTranslations();
  const { signedIn, authorized, account } = useSession();
  const whose = {
    companies: account?.customerKind === 'COMPANY',
    staff: Boolean(account?.staffRoles.length),
  };
  // Pages of the profile area precede public ones.
  const own = profileEntries().flatMap(({ of, to, label }) =>
    signedIn && (!of || whose[of]) ? [[to, t(label)] as const] : [],
  );
  const pages = new Map<string, string>([
    ...own,
    ...MENUS.flatMap((menu) => linksOf(menu).map(({ key, to }) => [to, t(`nav.${key}`)] as const)),
    ...Object.entries(OTHERS).map(([to, key]) => [to, t(`search.page.${key}`)] as const),
    ...(signedIn
      ? []
      : ([
          ['/login', t('nav.login')],
          ['/sign-up', t('nav.signUp')],
        ] as const)),
  ]);
  const open = { anyone: true, person: signedIn, authorized };
  return [...pages].filter(([to]) => open[accessOf(to)]).map(([to, name]) => ({ to, name }));
}
