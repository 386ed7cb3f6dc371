import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session/session.ts';
import { TradeBox } from '../../trade-box/trade-box.tsx';
import { useTradeBox } from '../../trade-box/use-trade-box.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import css from './hero.module.css';
import { PriceTiles } from './price-tiles.tsx';
import { TrustFacts } from './proof.tsx';
import { Stats } from './stats.tsx';

export function Hero() {
  const t = useTranslations('home.hero');
  const { signedIn } = useSession();
  return (
    <div className={css.hero}>
      <div className={css.text}>
        <h1 className={css.title}>{t.rich('title', { br: () => <br /> })}</h1>
        <p className={css.lead}>{t('lead')}</p>
        <LinkButton size="l" to={signedIn ? '/profile' : '/sign-up'}>
          {t('start')}
        </LinkButton>
        <PriceTiles />
        <Stats />
        <TrustFacts />
      </div>
      <QuickTrade />
    </div>
  );
}

/** Separate, so that a new price re-renders the box alone. */
function QuickTrade() {
  return <TradeBox box={useTradeBox()} />;
}
