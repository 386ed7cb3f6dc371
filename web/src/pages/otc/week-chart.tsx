import { parseDecimal, scaleOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import type { Market } from '../../trade-box/form.ts';
import { cx } from '../../ui/class-names.ts';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './week-chart.module.css';

const WIDTH = 600;
const HEIGHT = 120;
const ROOM = 6;

/** A chart of the week with its lowest and highest price. Time runs left to right in both languages. */
export function WeekChart({ points, market }: { points: readonly string[]; market: Market }) {
  const t = useTranslations('otc.card');
  const { coin, quote } = market;
  const [low, high] = bounds(points, scaleOf(quote));
  return (
    <figure className={css.figure}>
      <Shape points={points} />
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

function Shape({ points }: { points: readonly string[] }) {
  // Pixels, not money: a float is exact enough for drawing.
  const values = points.map(Number).filter(Number.isFinite);
  if (values.length < 2) return <div className={css.shape} />;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const line = values
    .map((value, i) => {
      const x = (i / (values.length - 1)) * WIDTH;
      const y = ROOM + (1 - (value - low) / span) * (HEIGHT - ROOM * 2);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const rises = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={cx(css.shape, rises ? css.up : css.down)}
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
function bounds(points: readonly string[], scale: number): [string | null, string | null] {
  const known = points.flatMap((text) => {
    const units = parseDecimal(text, scale);
    return units === null ? [] : [{ text, units }];
  });
  if (known.length === 0) return [null, null];
  const low = known.reduce((a, b) => (b.units < a.units ? b : a));
  const high = known.reduce((a, b) => (b.units > a.units ? b : a));
  return [low.text, high.text];
}
