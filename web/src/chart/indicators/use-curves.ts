import type { Candle } from '@sarraf/domain/contracts';
import {
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import type { readChartColors } from '../chart-ink.ts';
import { toChartTime } from '../local-time-scale.ts';
import type { Indicators } from './choice.ts';
import { type IndicatorLine, OWN_PANES } from './lines.ts';

export interface IndicatedChart {
  chart: IChartApiBase<Time>;
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page. */
  gone: boolean;
}

type Curve = ISeriesApi<'Line', Time> | ISeriesApi<'Histogram', Time>;

/** Stretch factors of the price pane and of an indicator's pane. */
const STRETCH_FACTORS = { prices: 3, indicator: 1 };
/** RSI levels commonly read as overbought and oversold. */
const STRENGTH_GUIDES = [70, 30];
const DASHED = 2;

interface CurveInputs {
  lines: readonly IndicatorLine[];
  /** Including the running one; each line has a point for each. */
  candles: readonly Candle[];
  indicators: Indicators;
  /** Without the running candle: the same list until candles are loaded. */
  settled: readonly Candle[];
}

interface CreatedCurves {
  for: Indicators;
  on: IndicatedChart;
  curves: readonly Curve[];
}

export function useCurves(
  drawing: IndicatedChart,
  { lines, candles, indicators, settled }: CurveInputs,
): void {
  const latestLines = useRef(lines);
  latestLines.current = lines;
  const [created, setCreated] = useState<CreatedCurves | null>(null);

  useEffect(() => {
    if (drawing.gone) return;
    const curves = addCurves(drawing, latestLines.current);
    setCreated({ for: indicators, on: drawing, curves });
    return () => {
      if (drawing.gone) return;
      for (const curve of curves) drawing.chart.removeSeries(curve);
    };
  }, [drawing, indicators]);

  const lastDrawn = useRef<{ made: CreatedCurves; settled: readonly Candle[]; until: number } | null>(null);
  useEffect(() => {
    const last = candles.at(-1);
    // The lines may belong to a previous choice of indicators.
    if (!created || created.for !== indicators || created.on !== drawing || drawing.gone || !last) return;
    const previous = lastDrawn.current;
    const isTailUpdate =
      previous?.made === created && previous.settled === settled && previous.until <= last.time;
    created.curves.forEach((curve, at) => {
      const line = lines[at];
      if (!line) return;
      const toPoint = (index: number) => toSeriesPoint(line, candles, index, drawing.ink);
      if (isTailUpdate) curve.update(toPoint(candles.length - 1));
      else curve.setData(candles.map((_, index) => toPoint(index)));
    });
    lastDrawn.current = { made: created, settled, until: last.time };
  }, [drawing, indicators, created, settled, lines, candles]);
}

function addCurves({ chart, ink }: IndicatedChart, lines: readonly IndicatorLine[]): Curve[] {
  const ownPanes = OWN_PANES.filter((kind) => lines.some((line) => line.kind === kind));
  const curves = lines.map((line) => {
    const baseOptions = { lastValueVisible: false, priceLineVisible: false };
    const pane = ownPanes.indexOf(line.kind) + 1;
    if (line.bars) return chart.addSeries(HistogramSeries, baseOptions, pane);
    const curve = chart.addSeries(
      LineSeries,
      {
        ...baseOptions,
        ...{ color: ink.hues[line.hue - 1] ?? ink.accent, lineWidth: 1, crosshairMarkerVisible: false },
        ...(line.kind === 'rsi' && { autoscaleInfoProvider: fixedStrengthScale }),
      },
      pane,
    );
    if (line.kind === 'rsi')
      for (const price of STRENGTH_GUIDES)
        curve.createPriceLine({
          ...{
            price,
            color: ink.controlLine,
            lineWidth: 1,
            lineStyle: DASHED,
            axisLabelVisible: false,
            title: '',
          },
        });
    return curve;
  });
  chart.panes().forEach((pane, at) => {
    pane.setStretchFactor(at === 0 ? STRETCH_FACTORS.prices : STRETCH_FACTORS.indicator);
  });
  return curves;
}

/** RSI always has the same scale, whatever is visible. */
const fixedStrengthScale = () => ({ priceRange: { minValue: 0, maxValue: 100 } });

function toSeriesPoint(
  { points, bars }: IndicatorLine,
  candles: readonly Candle[],
  at: number,
  ink: ReturnType<typeof readChartColors>,
) {
  const time = toChartTime(candles[at]?.time ?? 0) as UTCTimestamp;
  const value = points[at];
  if (typeof value !== 'number') return { time };
  return { time, value, ...(bars && { color: value >= 0 ? ink.upSoft : ink.downSoft }) };
}
