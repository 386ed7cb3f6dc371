import { priceDecimals } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useMarkets } from '../../lib/markets.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { Percent } from '../../ui/percent.tsx';
import type { Market } from './form.ts';
import css from './market-switcher.module.css';

/** Price, change and volume of a market, live. */
export function SwitcherFigures({ coin, quote }: Market) {
  const t = useTranslations('exchange.markets');
  const format = useFormat();
  const row = useMarkets(quote).of(coin);
  if (row && !row.isActive) return <span className={css.inactive}>{t('inactive')}</span>;
  return (
    <span className={css.figures}>
      <Money value={row?.lastPrice} asset={quote} decimals={priceDecimals(coin, quote)} fixed />
      <span className={css.day}>
        {row && (
          <span className={css.volume}>
            {t('volume')} {format.compact(row.last24HoursValue)}
          </span>
        )}
        <Percent value={row?.last24HoursChange} />
      </span>
    </span>
  );
}
