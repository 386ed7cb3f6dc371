import { formatMarketType, parseMarket } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { Navigate, useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { chooseQuote } from '../../lib/market/coins.ts';
import { useMarkets } from '../../lib/market/markets.ts';
import { usePrices } from '../../lib/market/prices.ts';
import type { Market } from '../../trade-box/form.ts';
import { AboutCoin } from './about.tsx';
import { ChartCard } from './chart-card.tsx';
import { CoinHead } from './coin-head.tsx';
import { DayCard } from './day-card.tsx';
import css from './market.module.css';
import { TermsCard } from './terms-card.tsx';
import { TradeCard } from './trade-card.tsx';

/** `/market/{coin}/{TOMAN|TETHER}`, in English always in Tether; an unknown market redirects to the list of markets. */
export function Page() {
  const { coin = '', sourceCoin = '' } = useParams();
  const language = useLanguage();
  const requestedMarket = parseMarket(`${coin}_${sourceCoin}`);
  if (!requestedMarket) return <Navigate to="/markets" replace />;
  const market = {
    coin: requestedMarket.coin,
    quote: chooseQuote(language, requestedMarket.coin, requestedMarket.quote),
  };
  return <CoinPage key={formatMarketType(market.coin, market.quote)} market={market} />;
}

function CoinPage({ market }: { market: Market }) {
  const { coin, quote } = market;
  const t = useTranslations('markets.coin');
  const format = useFormat();
  useTitle(t('title', { coin: format.coin(coin) }));
  const prices = usePrices(quote);
  const markets = useMarkets(quote);
  const row = markets.forCoin(coin);
  return (
    <main className="wrap">
      <CoinHead market={market} loading={prices.loading} price={prices.forCoin(coin)} />
      <div className={css.page}>
        <div className={css.trade}>
          <TradeCard {...{ market, prices }} closed={row?.isActive === false} />
          <DayCard {...{ market, row }} loading={markets.loading} failed={markets.failed} />
        </div>
        <div className={css.main}>
          <ChartCard market={market} />
          <TermsCard coin={coin} />
          <AboutCoin coin={coin} />
        </div>
      </div>
    </main>
  );
}
