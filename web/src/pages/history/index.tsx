import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/use-title.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Deposits } from './deposits.tsx';
import css from './history.module.css';
import { Logins } from './logins.tsx';
import { Trades } from './trades.tsx';

const TABS = ['trades', 'deposits', 'logins'] as const;
type TabKey = (typeof TABS)[number];

const PANELS = { trades: Trades, deposits: Deposits, logins: Logins };

/** `?tab=deposits` opens that tab. Crypto transactions join, before the logins, when the API has them. */
export function Page() {
  const t = useTranslations();
  useTitle(t('profile.history.title'));
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'trades';
  const Panel = PANELS[tab];
  const show = (key: TabKey) => setSearch(key === 'trades' ? {} : { tab: key }, { replace: true });
  return (
    <main className={css.page}>
      <h1 className={css.heading}>{t('profile.history.title')}</h1>
      <Tabs
        label={t('wallet.history.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`wallet.history.${key}`) }))}
        value={tab}
        onChange={show}
      >
        <Panel />
      </Tabs>
    </main>
  );
}
