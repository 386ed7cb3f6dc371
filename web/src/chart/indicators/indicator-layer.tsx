import type { Candle } from '@sarraf/domain/contracts';
import { type CSSProperties, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Indicators } from './choice.ts';
import css from './indicator-layer.module.css';
import { appendRunningCandle, computeIndicatorLines, type IndicatorLine } from './lines.ts';
import { type IndicatedChart, useCurves } from './use-curves.ts';

interface LayerProps {
  drawing: IndicatedChart;
  candles: readonly Candle[];
  live: Candle | null;
  /** The candle under the pointer; otherwise the values of the latest are shown. */
  hovered: Candle | null;
  indicators: Indicators;
  priceDecimals: number;
}

/** The chosen curves, and their values at one candle. */
export function IndicatorLayer({ drawing, candles, live, hovered, indicators, priceDecimals }: LayerProps) {
  const allCandles = useMemo(() => appendRunningCandle(candles, live), [candles, live]);
  const lines = useMemo(() => computeIndicatorLines(indicators, allCandles), [indicators, allCandles]);
  useCurves(drawing, { lines, candles: allCandles, indicators, settled: candles });
  const under = hovered ? allCandles.findIndex(({ time }) => time === hovered.time) : -1;
  return (
    <IndicatorValues lines={lines} at={under >= 0 ? under : allCandles.length - 1} decimals={priceDecimals} />
  );
}

/** RSI ranges to 100 and needs no more decimals. */
const STRENGTH_DECIMALS = 1;

function IndicatorValues({
  lines,
  at,
  decimals,
}: {
  lines: readonly IndicatorLine[];
  at: number;
  decimals: number;
}) {
  const t = useTranslations('charting');
  const format = useFormat();
  return (
    <dl className={css.readings}>
      {lines.flatMap(({ key, kind, named, hue, points }) => {
        const point = points[at];
        if (!named) return [];
        const digits = kind === 'rsi' ? STRENGTH_DECIMALS : decimals;
        const name = t(`short.${kind}`, {
          of: named.map((value) => format.digits(value)).join('\u202f/\u202f'),
        });
        return [
          <div key={key} style={{ '--hue': `var(--c-${hue})` } as CSSProperties}>
            <dt>{name}</dt>
            <dd>{typeof point === 'number' ? format.number(point.toFixed(digits), digits) : t('none')}</dd>
          </div>,
        ];
      })}
    </dl>
  );
}
