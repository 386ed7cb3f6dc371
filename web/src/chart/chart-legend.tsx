import type { Coin } from '@sarraf/domain';
import type { Candle } from '@sarraf/domain/contracts';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/use-format.ts';
import { compareDecimals } from './candles.ts';
import css from './price-chart.module.css';

interface LegendProps {
  candle: Candle | null;
  coin: Coin;
  priceDecimals: number;
  daily: boolean;
}

const isoOf = (time: number): string => new Date(time * 1000).toISOString();

/** One candle in figures: the one under the pointer, else the newest. */
export function ChartLegend({ candle, coin, priceDecimals, daily }: LegendProps) {
  const t = useTranslations('markets.chart');
  const format = useFormat();
  if (!candle) return <div className={css.legend} />;
  const iso = isoOf(candle.time);
  const price = (text: string) => (
    <bdi dir="ltr">{format.amount(text, coin, priceDecimals, priceDecimals)}</bdi>
  );
  return (
    <dl className={css.legend} aria-hidden>
      <div className={css.when}>
        <dt>{t('time')}</dt>
        <dd>
          <bdi dir="ltr">{daily ? format.date(iso) : format.dateTime(iso)}</bdi>
        </dd>
      </div>
      {(['open', 'high', 'low', 'close'] as const).map((key) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd className={key === 'close' ? css[directionOf(candle)] : undefined}>{price(candle[key])}</dd>
        </div>
      ))}
      {/[1-9]/.test(candle.volume) && (
        <div>
          <dt>{t('volume')}</dt>
          <dd>
            <bdi dir="ltr">{format.amount(candle.volume, coin)}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

const directionOf = ({ open, close }: Candle): 'up' | 'down' =>
  compareDecimals(close, open) >= 0 ? 'up' : 'down';

interface SummaryProps {
  candles: readonly Candle[];
  live: Candle | null;
  priceDecimals: number;
  daily: boolean;
}

/** The chart in one sentence, for those who don't see it. */
export const ChartSummary = memo(function ChartSummary({
  candles,
  live,
  priceDecimals,
  daily,
}: SummaryProps) {
  const t = useTranslations('markets.chart');
  const format = useFormat();
  const first = candles[0];
  const last = live ?? candles.at(-1);
  if (!first || !last) return null;
  const all = live ? [...candles, live] : candles;
  const low = all.reduce((least, { low }) => (compareDecimals(low, least) < 0 ? low : least), last.low);
  const high = all.reduce((most, { high }) => (compareDecimals(high, most) > 0 ? high : most), last.high);
  const price = (text: string) => format.number(text, priceDecimals);
  const time = (at: number) => (daily ? format.date(isoOf(at)) : format.dateTime(isoOf(at)));
  return (
    <p className="hidden">
      {t('summary', {
        from: time(first.time),
        to: time(last.time),
        first: price(first.open),
        last: price(last.close),
        low: price(low),
        high: price(high),
      })}
    </p>
  );
});
