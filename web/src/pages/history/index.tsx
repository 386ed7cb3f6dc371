import { IconFileInvoice } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { CryptoHistory } from './crypto.tsx';
import css from './history.module.css';
import { LoginHistory } from './logins.tsx';
import { parseTab, TABS } from './tabs.ts';
import { TomanHistory } from './toman.tsx';
import { TradeHistory } from './trades.tsx';

const PANELS = { trades: TradeHistory, toman: TomanHistory, crypto: CryptoHistory, logins: LoginHistory };

/** `?tab=crypto&kind=withdraw` opens that list, `?order=` a receipt. */
export function Page() {
  const t = useTranslations();
  useTitle(t('profile.history.title'));
  const [search, setSearch] = useSearchParams();
  const tab = parseTab(search);
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
