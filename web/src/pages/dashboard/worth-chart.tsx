import type { DailyWorth } from '@sarraf/domain/contracts';
import type { PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { type ChartLine, type ChartMoney, getValueIn } from './chart-line.ts';
import { toTehranNoon } from './noon.ts';
import css from './worth-chart.module.css';

const WIDTH = 1000;
const HEIGHT = 180;
const PADDING = 8;

interface ChartProps {
  points: readonly DailyWorth[];
  line: ChartLine;
  money: ChartMoney;
  /** Index of the selected point; null: none. */
  at: number | null;
  onAt: (at: number | null) => void;
}

/**
 * A line chart with a slider over it, so that points can be selected by touch, mouse or arrow keys. Time runs left
 * to right in both languages.
 */
export function WorthChart({ points, line, money, at, onAt }: ChartProps) {
  const t = useTranslations('dashboard.worth');
  const { date, money: text } = useFormat();
  const last = points.length - 1;
  const x = (i: number) => (i / last) * WIDTH;
  const y = (height: number) => PADDING + (1 - height) * (HEIGHT - 2 * PADDING);
  const linePoints = line.heights.map((height, i) => `${x(i).toFixed(1)},${y(height).toFixed(1)}`).join(' ');
  const here = at ?? last;
  const point = points[here];
  const selectAtPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / width;
    onAt(Math.max(0, Math.min(last, Math.round(part * last))));
  };
  return (
    <div className={css.chart} dir="ltr">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <polygon points={`0,${HEIGHT} ${linePoints} ${WIDTH},${HEIGHT}`} />
        <polyline points={linePoints} />
      </svg>
      <span
        className={css.mark}
        style={{
          insetInlineStart: `${(x(here) / WIDTH) * 100}%`,
          insetBlockStart: `${(y(line.heights[here] ?? 0.5) / HEIGHT) * 100}%`,
        }}
        aria-hidden
      />
      <input
        type="range"
        className={css.slider}
        min={0}
        max={last}
        step={1}
        value={here}
        aria-label={t('chart')}
        aria-valuetext={
          point &&
          t('point', { day: date(toTehranNoon(point.day)), amount: text(getValueIn(point, money), money) })
        }
        onChange={(event) => onAt(event.currentTarget.valueAsNumber)}
        onPointerMove={selectAtPointer}
        onPointerDown={selectAtPointer}
        onPointerLeave={() => onAt(null)}
        onBlur={() => onAt(null)}
      />
    </div>
  );
}
