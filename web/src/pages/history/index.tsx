import { IconFileInvoice } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../lib/navigation/router.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Crypto } from './crypto.tsx';
import css from './history.module.css';
import { Logins } from './logins.tsx';
import { TABS, tabOf } from './place.ts';
import { Toman } from './toman.tsx';
import { Trades } from './trades.tsx';

const PANELS = { trades: Trades, toman: Toman, crypto: Crypto, logins: Logins };

/** `?tab=crypto&kind=withdraw` opens that list, `?order=` a receipt. */
export function Page() {
  const t = useTranslations();
  useTitle(t('profile.history.title'));
  const [search, setSearch] = useSearchParams();
  const tab = tabOf(search);
  const Panel = PANELS[tab];
  return (
    <main className={css.page}>
      <div className={css.top}>
        <h1>{t('profile.history.title')}</h1>
        <LinkButton
          to="/profile/history/statements"
          variant="text"
          size="s"
          icon={<IconFileInvoice size={18} aria-hidden />}
        >
          {t('statement.title')}
        </LinkButton>
      </div>
      <Tabs
        label={t('wallet.history.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`history.tabs.${key}`) }))}
        value={tab}
        onChange={(key) => setSearch(key === 'trades' ? {} : { tab: key }, { replace: true })}
      >
        <Panel />
      </Tabs>
    </main>
  );
}
