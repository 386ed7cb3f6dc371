import { COINS } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { marketPath } from '../../lib/market/coins.ts';
import { useWeekPrices } from '../../lib/market/prices.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import { useThrottledPrices } from './calm-prices.ts';
import css from './price-tiles.module.css';

const TILE_COUNT = 3;

/** The first coins: price, daily change, weekly sparkline. */
export function PriceTiles() {
  const t = useTranslations('home.markets');
  const { language, coin: name } = useFormat();
  const quote = language === 'fa' ? 'TOMAN' : 'TETHER';
  const getPrice = useThrottledPrices(quote);
  const getWeekPrices = useWeekPrices(quote);
  const coins = COINS.filter((coin) => coin !== quote).slice(0, TILE_COUNT);
  return (
    <ul className={css.tiles} aria-label={t('title')}>
      {coins.map((coin) => {
        const row = getPrice(coin);
        return (
          <li key={coin}>
            <Link to={marketPath(coin, quote)} className={css.tile}>
              <span className={css.name}>
                <CoinIcon coin={coin} size={20} />
                {name(coin)}
              </span>
              <Percent value={row?.price24hrChangePercent} />
              <Sparkline points={getWeekPrices(coin)} width={170} height={36} />
              <b className={css.price}>
                <Price value={row?.referencePrice} coin={coin} quote={quote} />
              </b>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
