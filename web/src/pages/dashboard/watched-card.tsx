import { COINS, type Coin, formatMarketType } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { getDefaultQuote } from '../../lib/market/coins.ts';
import { tradePath, useFavourites } from '../../lib/market/markets.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TwoLine } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './lists.module.css';

const MAX_ROWS = 5;
/** Shown to a person without favourites. */
const DEFAULT_COINS: readonly Coin[] = ['BITCOIN', 'TETHER', 'ETHEREUM', 'TRON', 'RIPPLE', 'DOGE_COIN'];

/** Prices of the person's favourite markets, or of the most popular ones. */
export function WatchedCard() {
  const t = useTranslations('dashboard.watched');
  const { language, coin: name } = useFormat();
  const quote = getDefaultQuote(language);
  const { forCoin } = usePrices(quote);
  const favourites = useFavourites();
  const favouriteCoins = COINS.filter((coin) => favourites.has(formatMarketType(coin, quote)));
  const coins = (favouriteCoins.length > 0 ? favouriteCoins : DEFAULT_COINS)
    .filter((coin) => coin !== quote)
    .slice(0, MAX_ROWS);
  return (
    <Card
      title={t(favouriteCoins.length > 0 ? 'title' : 'usual')}
      aside={
        <Link to="/markets" className={css.all}>
          {t('all')}
        </Link>
      }
    >
      <ul className={css.list}>
        {coins.map((coin) => {
          const row = forCoin(coin);
          return (
            <li key={coin}>
              <CoinIcon coin={coin} size={28} />
              <Link to={tradePath(quote, coin)} className={css.words}>
                {name(coin)}
              </Link>
              {row ? (
                <TwoLine align="end">
                  <Price value={row.referencePrice} coin={coin} quote={quote} flash />
                  <small>
                    <Percent value={row.price24hrChangePercent} />
                  </small>
                </TwoLine>
              ) : (
                <Skeleton width={110} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
