import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/use-title.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Deposits } from './deposits.tsx';
import css from './history.module.css';
import { Trades } from './trades.tsx';

const TABS = ['trades', 'deposits'] as const;
type TabKey = (typeof TABS)[number];

/** `?tab=deposits` opens that tab. Crypto transactions and logins join when the API has them. */
export function Page() {
  const t = useTranslations();
  useTitle(t('profile.history.title'));
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'trades';
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
        {tab === 'trades' ? <Trades /> : <Deposits />}
      </Tabs>
    </main>
  );
}
