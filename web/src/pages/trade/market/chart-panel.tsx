import { marketType } from '@sarraf/domain';
import type { CandleInterval } from '@sarraf/domain/contracts';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PriceChart } from '../../../chart/price-chart.tsx';
import { useCandles } from '../../../chart/use-candles.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import css from './chart-panel.module.css';
import { decimalsOf, type MarketView } from './use-market.ts';

const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'];
const KEY = 'sarraf.candles';

/** Candles of the market, with its last price; the length of a candle is remembered. */
export const ChartPanel = memo(function ChartPanel({ view }: { view: MarketView }) {
  const t = useTranslations('exchange.chart');
  const format = useFormat();
  const { market, lastPrice } = view.facts;
  const { coin, quote } = market;
  const [interval, setInterval] = useState(rememberedInterval);
  const type = marketType(coin, quote);
  const candles = useCandles(type, interval);
  const choose = (next: CandleInterval) => {
    setInterval(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage the choice holds for this page only.
    }
  };
  return (
    <div className={css.panel}>
      <div className={css.bar}>
        <Segmented
          size="s"
          label={t('interval')}
          value={interval}
          onChange={choose}
          segments={INTERVALS.map((key) => ({ key, label: t(key) }))}
          className={css.intervals ?? ''}
        />
      </div>
      <PriceChart
        key={`${type} ${interval}`}
        {...candles}
        kind="candles"
        tag={lastPrice === null ? null : { price: lastPrice, reference: view.priceOf === 'REFERENCE' }}
        coin={coin}
        priceDecimals={decimalsOf(market)}
        label={t('label', {
          coin: format.coin(coin),
          quote: format.coin(quote),
          interval: t(interval),
        })}
        className={css.chart ?? ''}
      />
    </div>
  );
});

function rememberedInterval(): CandleInterval {
  try {
    const kept = localStorage.getItem(KEY);
    return INTERVALS.find((interval) => interval === kept) ?? '15m';
  } catch {
    return '15m';
  }
}
