import { IconArrowDownLeft, IconArrowsExchange } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './dashboard.module.css';
import { OrdersCard } from './orders-card.tsx';
import { StatusCard } from './status-card.tsx';
import { WalletsCard } from './wallets-card.tsx';

export function Page() {
  const t = useTranslations('profile.dashboard');
  useTitle(t('title'));
  const { account, authorized, supervisor } = useSession();
  const name = account?.firstName.trim();
  return (
    <main>
      <header className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{name ? t('helloName', { name }) : t('hello')}</p>
        </div>
        {authorized && (
          <div className={css.quick}>
            {!supervisor && (
              <LinkButton to="/profile/otc" icon={<IconArrowsExchange size={20} aria-hidden />}>
                {t('buy')}
              </LinkButton>
            )}
            <LinkButton
              to="/profile/wallet?deposit=TOMAN"
              variant="ghost"
              icon={<IconArrowDownLeft size={20} aria-hidden />}
            >
              {t('deposit')}
            </LinkButton>
          </div>
        )}
      </header>
      <div className={css.grid}>
        <WalletsCard enabled={authorized} />
        <StatusCard account={account} authorized={authorized} />
        <OrdersCard enabled={authorized} />
      </div>
    </main>
  );
}
