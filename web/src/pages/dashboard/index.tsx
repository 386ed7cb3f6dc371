import { IconArrowDownLeft, IconArrowsExchange } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useSession } from '../../lib/session/session.ts';
import { ResumeOffer } from '../../orders/resume-offer.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './dashboard.module.css';
import { FirstStepsCard } from './first-steps-card.tsx';
import { InviteCard } from './invite-card.tsx';
import { MovementsCard } from './movements-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { ProfitCard } from './profit-card.tsx';
import { StatusCard } from './status-card.tsx';
import { useDashboardMoney } from './use-money.ts';
import { WalletsCard } from './wallets-card.tsx';
import { WatchedCard } from './watched-card.tsx';
import { WorthCard } from './worth-card.tsx';

/** The guard opens it to verified people alone; `authorized` is false while the account is loading. */
export function Page() {
  const t = useTranslations('profile.dashboard');
  useTitle(t('title'));
  const { account, authorized, supervisor } = useSession();
  const [money, setMoney] = useDashboardMoney();
  const name = account?.firstName.trim();
  return (
    <main>
      <Cluster as="header" gap={4} justify="between" wrap className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{name ? t('helloName', { name }) : t('hello')}</p>
        </div>
        <Cluster gap={3} align="stretch" className={css.quick}>
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
        </Cluster>
      </Cluster>
      <ResumeOffer />
      <div className={css.grid}>
        <FirstStepsCard />
        <WorthCard enabled={authorized} money={money} onMoney={setMoney} />
        <StatusCard account={account} />
        <WalletsCard enabled={authorized} />
        <WatchedCard />
        <ProfitCard enabled={authorized} money={money} onMoney={setMoney} />
        <MovementsCard enabled={authorized} />
        <InviteCard />
        <OrdersCard enabled={authorized} />
      </div>
    </main>
  );
}
