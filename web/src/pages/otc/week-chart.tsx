import { parseDecimal, scaleOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import type { Market } from '../../trade-box/form.ts';
import { cx } from '../../ui/class-names.ts';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './week-chart.module.css';

const WIDTH = 600;
const HEIGHT = 120;
const PADDING = 6;

/** A chart of the week with its lowest and highest price. Time runs left to right in both languages. */
export function WeekChart({ points, market }: { points: readonly string[]; market: Market }) {
  const t = useTranslations('otc.card');
  const { coin, quote } = market;
  const [low, high] = findBounds(points, scaleOf(quote));
  return (
    <figure className={css.figure}>
      <WeekShape points={points} />
      <Cluster
        as="figcaption"
        gap={4}
        rowGap="line"
        align="stretch"
        wrap
        size="xs"
        tone="faint"
        className={css.caption}
      >
        {points.length > 1 ? (
          <>
            <span>{t('week')}</span>
            <span>
              {t('low')} <Price value={low} coin={coin} quote={quote} />
            </span>
            <span>
              {t('high')} <Price value={high} coin={coin} quote={quote} />
            </span>
          </>
        ) : (
          t('noWeek')
        )}
      </Cluster>
    </figure>
  );
}

function WeekShape({ points }: { points: readonly string[] }) {
  // Pixels, not money: a float is exact enough for drawing.
  const values = points.map(Number).filter(Number.isFinite);
  if (values.length < 2) return <div className={css.shape} />;
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const line = values
    .map((value, i) => {
      const x = (i / (values.length - 1)) * WIDTH;
      const y = PADDING + (1 - (value - low) / range) * (HEIGHT - PADDING * 2);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const isRising = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={cx(css.shape, isRising ? css.up : css.down)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}

/** Returns the lowest and highest price as the original texts. */
function findBounds(points: readonly string[], scale: number): [string | null, string | null] {
  const knownPrices = points.flatMap((text) => {
    const units = parseDecimal(text, scale);
    return units === null ? [] : [{ text, units }];
  });
  if (knownPrices.length === 0) return [null, null];
  const low = knownPrices.reduce((a, b) => (b.units < a.units ? b : a));
  const high = knownPrices.reduce((a, b) => (b.units > a.units ? b : a));
  return [low.text, high.text];
}
