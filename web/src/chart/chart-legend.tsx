import type { Coin } from '@sarraf/domain';
import type { Candle } from '@sarraf/domain/contracts';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import { Money } from '../ui/values/money.tsx';
import { compareDecimals, hasTrades } from './candles.ts';
import css from './price-chart.module.css';

interface LegendProps {
  candle: Candle | null;
  coin: Coin;
  priceDecimals: number;
  daily: boolean;
  /** Labels a candle of the reference price as such. */
  named: boolean;
}

const toIso = (time: number): string => new Date(time * 1000).toISOString();

/** The numbers of one candle: the one under the pointer, or the latest. */
export function ChartLegend({ candle, coin, priceDecimals, daily, named }: LegendProps) {
  const t = useTranslations('markets.chart');
  const format = useFormat();
  if (!candle)
    return (
      <Cluster gap={3} rowGap={0} align="stretch" wrap size="xs" tone="faint" number className={css.legend} />
    );
  const iso = toIso(candle.time);
  const renderPrice = (text: string) => (
    <Money value={text} asset={coin} decimals={priceDecimals} fixed bare />
  );
  return (
    <Cluster
      as="dl"
      gap={3}
      rowGap={0}
      align="stretch"
      wrap
      size="xs"
      tone="faint"
      number
      className={css.legend}
      aria-hidden
    >
      <div className={css.when}>
        <dt>{t('time')}</dt>
        <dd>
          <bdi dir="ltr">{daily ? format.date(iso) : format.dateTime(iso)}</bdi>
        </dd>
      </div>
      {(['open', 'high', 'low', 'close'] as const).map((key) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd className={key === 'close' ? css[getDirection(candle)] : undefined}>
            {renderPrice(candle[key])}
          </dd>
        </div>
      ))}
      {named && !hasTrades(candle) && <div className={css.of}>{t('reference')}</div>}
      {hasTrades(candle) && (
        <div>
          <dt>{t('volume')}</dt>
          <dd>
            <Money value={candle.volume} asset={coin} bare />
          </dd>
        </div>
      )}
    </Cluster>
  );
}

const getDirection = ({ open, close }: Candle): 'up' | 'down' =>
  compareDecimals(close, open) >= 0 ? 'up' : 'down';

interface SummaryProps {
  candles: readonly Candle[];
  live: Candle | null;
  priceDecimals: number;
  daily: boolean;
  /** The last price, if it isn't the latest candle's. */
  last: string | undefined;
}

/** Describes the chart in one sentence, for screen readers. */
export const ChartSummary = memo(function ChartSummary({
  candles,
  live,
  priceDecimals,
  daily,
  last: lastPrice,
}: SummaryProps) {
  const t = useTranslations('markets.chart');
  const format = useFormat();
  const first = candles[0];
  const last = live ?? candles.at(-1);
  if (!first || !last) return null;
  const allCandles = live ? [...candles, live] : candles;
  const low = allCandles.reduce(
    (minimum, { low }) => (compareDecimals(low, minimum) < 0 ? low : minimum),
    last.low,
  );
  const high = allCandles.reduce(
    (maximum, { high }) => (compareDecimals(high, maximum) > 0 ? high : maximum),
    last.high,
  );
  const formatPrice = (text: string) => format.number(text, priceDecimals);
  const formatTime = (at: number) => (daily ? format.date(toIso(at)) : format.dateTime(toIso(at)));
  return (
    <p className="hidden">
      {t('summary', {
        from: formatTime(first.time),
        to: formatTime(last.time),
        first: formatPrice(first.open),
        last: formatPrice(lastPrice ?? last.close),
        low: formatPrice(low),
        high: formatPrice(high),
      })}
    </p>
  );
});

interface NoteProps {
  historyFrom: number | null;
  filling: boolean;
  /** Some candles are of the reference price, others of trades. */
  mixed: boolean;
}

/** Shows where the history begins or that it is loading, and explains pale candles. */
export function ChartNote({ historyFrom, filling, mixed }: NoteProps) {
  const t = useTranslations('markets.chart');
  const format = useFormat();
  return (
    <Cluster as="p" gap={3} rowGap={0} align="stretch" wrap className={css.note}>
      {mixed && <span>{t('pale')}</span>}
      {filling ? (
        <span role="status">{t('stillFetching')}</span>
      ) : (
        historyFrom !== null && <span>{t('begins', { date: format.date(toIso(historyFrom)) })}</span>
      )}
    </Cluster>
  );
}
