import type { Candle } from '@sarraf/domain/contracts';
import {
  AreaSeries,
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { type Language, useLanguage } from '../framework/i18n/language.ts';
import { useLazyPartOnDemand } from '../framework/loading/use-wanted.ts';
import { type Theme, useTheme } from '../lib/browser/theme.ts';
import { localDate, localNumber, localTime } from '../lib/format/format.ts';
import { compareDecimals, hasTrades, type PriceTag } from './candles.ts';
import { readChartColors } from './chart-ink.ts';
import { type Indicators, needsIndicatorCode } from './indicators/choice.ts';
import { indicatorPart } from './indicators/part.ts';
import { createTickFormatter, fromChartTime, LocalTimeScale, toChartTime } from './local-time-scale.ts';
import css from './price-chart.module.css';
import { useLinePlacing } from './use-line-placing.ts';
import { type OrderLineOnChart, useLines } from './use-lines.ts';
import { type ChartMark, useMarks } from './use-marks.ts';
import { useChartMoves } from './use-moves.ts';
import { useLastPriceLine } from './use-tag.ts';

interface CanvasProps {
  candles: readonly Candle[];
  live: Candle | null;
  tag: PriceTag | null | undefined;
  kind: 'candles' | 'area';
  daily: boolean;
  priceDecimals: number;
  from: number | undefined;
  onOlder: (() => void) | undefined;
  onHover: (candle: Candle | null) => void;
  /** The candle under the pointer. */
  hovered: Candle | null;
  /** Undefined: the volume only, for charts without a menu. */
  indicators: Indicators | undefined;
  /** The person's own orders and trades. */
  lines: readonly OrderLineOnChart[];
  marks: readonly ChartMark[];
  onMove: ((id: string, price: number) => void) | undefined;
  /** Called with the price that the person presses; undefined: presses are ignored. */
  onPlace: ((price: number) => void) | undefined;
}

interface Drawing {
  chart: IChartApiBase<Time>;
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  volumes: ISeriesApi<'Histogram', Time>;
  /** Read once: reading makes the browser compute the page's styles. */
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page; another chart is about to replace it. */
  gone: boolean;
}

/** Maximum delay of a chart while the page is busy. */
const MAX_DELAY_MS = 500;

/** A purely visual canvas: the legend and the summary next to it describe it for screen readers. */
export function ChartCanvas(props: CanvasProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(containerRef, props);
  useChartData(drawing, props);
  useLastPriceLine(drawing, props.tag);
  useLines(containerRef, drawing, props.lines, props.onMove);
  useLinePlacing(drawing, props.onPlace);
  useMarks(drawing, props.marks);
  useChartMoves(containerRef, drawing, props);
  const { indicators, candles, live, hovered, priceDecimals } = props;
  const layer = useLazyPartOnDemand(
    indicatorPart,
    indicators !== undefined && needsIndicatorCode(indicators),
  );
  return (
    <div className={css.canvas}>
      <div ref={containerRef} aria-hidden />
      {layer && drawing && indicators && (
        <layer.IndicatorLayer {...{ drawing, indicators, candles, live, hovered, priceDecimals }} />
      )}
    </div>
  );
}

/** Creates the chart; another language, theme or kind recreates it at the same scroll position. */
function useDrawing(containerRef: { current: HTMLDivElement | null }, props: CanvasProps): Drawing | null {
  const { kind, daily, priceDecimals } = props;
  const language = useLanguage();
  const theme = useTheme();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    const element = containerRef.current;
    if (!element) return;
    let created: Drawing | null = null;
    // When idle: on a slow phone it takes as long as everything that has just been rendered.
    const cancel = runWhenIdle(() => {
      created = createDrawing(element, { kind, daily, priceDecimals, language, theme });
      setDrawing(created);
    });
    return () => {
      cancel();
      if (!created) return;
      created.gone = true;
      setDrawing(null);
      created.chart.remove();
    };
  }, [containerRef, kind, daily, priceDecimals, language, theme]);
  return drawing;
}

/** Returns a function that cancels. Safari has no idle callback: there a timeout is used. */
function runWhenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const handle = setTimeout(work);
    return () => clearTimeout(handle);
  }
  const idleHandle = requestIdleCallback(work, { timeout: MAX_DELAY_MS });
  return () => cancelIdleCallback(idleHandle);
}

type ChartOptions = Pick<CanvasProps, 'kind' | 'daily' | 'priceDecimals'> & {
  language: Language;
  theme: Theme;
};

function createDrawing(container: HTMLElement, options: ChartOptions): Drawing {
  const { language, daily, priceDecimals } = options;
  const ink = readChartColors();
  const formatPrice = (value: number) =>
    localNumber(value.toFixed(priceDecimals), language, priceDecimals, priceDecimals);
  const timeScale = {
    borderVisible: false,
    timeVisible: !daily,
    rightOffset: 2,
    tickMarkFormatter: createTickFormatter(language),
  };
  const chart = createChartEx<Time, LocalTimeScale>(container, new LocalTimeScale(language), {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: ink.text3,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: container.clientWidth < 480 ? 10.5 : 12,
      panes: { separatorColor: ink.line, separatorHoverColor: ink.accentSoft },
      // The logo would inject styles, which the content security policy forbids; the link is below the chart.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: ink.line } },
    crosshair: {
      vertLine: { color: ink.controlLine, labelBackgroundColor: ink.label },
      horzLine: { color: ink.controlLine, labelBackgroundColor: ink.label },
    },
    // Hides prices that the chart's edge would cut off.
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale,
    localization: {
      locale: language === 'fa' ? 'fa-IR' : 'en-GB',
      priceFormatter: formatPrice,
      timeFormatter: (time: Time) => formatCrosshairTime(time, language, daily),
    },
    // A vertical swipe scrolls the page.
    handleScroll: { vertTouchDrag: false },
  });
  const format = { type: 'price', precision: priceDecimals, minMove: 10 ** -priceDecimals } as const;
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const prices =
    options.kind === 'area'
      ? chart.addSeries(AreaSeries, {
          priceFormat: format,
          lineColor: ink.accent,
          lineWidth: 2,
          topColor: ink.accentSoft,
          bottomColor: 'transparent',
        })
      : chart.addSeries(CandlestickSeries, {
          priceFormat: format,
          upColor: ink.up,
          downColor: ink.down,
          wickUpColor: ink.up,
          wickDownColor: ink.down,
          borderVisible: false,
        });
  return { chart, prices, volumes, ink, gone: false };
}

function formatCrosshairTime(time: Time, language: Language, daily: boolean): string {
  const iso = new Date(fromChartTime(time) * 1000).toISOString();
  const date = localDate(iso, language);
  return daily ? date : `${date}  ${localTime(iso, language)}`;
}

/** Pixels, not money: floats are exact enough for drawing. */
const toPricePoint = (candle: Candle, paleColors: ReturnType<typeof readChartColors> | null) => ({
  time: toChartTime(candle.time) as UTCTimestamp,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  value: Number(candle.close),
  ...(paleColors && !hasTrades(candle) && getPaleColors(candle, paleColors)),
});

function getPaleColors({ open, close }: Candle, ink: ReturnType<typeof readChartColors>) {
  const color = compareDecimals(close, open) >= 0 ? ink.upPale : ink.downPale;
  return { color, wickColor: color };
}

/** No bar without trades: one of zero height would still be drawn as a line. */
function toVolumePoint(candle: Candle, ink: ReturnType<typeof readChartColors>) {
  const time = toChartTime(candle.time) as UTCTimestamp;
  const value = Number(candle.volume);
  if (value === 0) return { time };
  return { time, value, color: compareDecimals(candle.close, candle.open) >= 0 ? ink.upSoft : ink.downSoft };
}

function useChartData(drawing: Drawing | null, { candles, live, from, tag, indicators }: CanvasProps): void {
  const hasPriceTag = tag !== undefined;
  const showsVolume = indicators?.volume.shown ?? true;
  const visibleRange = useRef<{ from: number; to: number } | null>(null);
  const lastDrawing = useRef<Drawing | null>(null);

  useEffect(() => {
    if (!drawing || drawing.gone) return;
    const { ink } = drawing;
    const scale = drawing.chart.timeScale();
    const isNewDrawing = lastDrawing.current !== drawing;
    drawing.prices.setData(candles.map((candle) => toPricePoint(candle, hasPriceTag ? ink : null)));
    drawing.volumes.setData(candles.map((candle) => toVolumePoint(candle, ink)));
    drawing.volumes.applyOptions({ visible: showsVolume });
    drawing.chart.priceScale('right').applyOptions({ scaleMargins: getScaleMargins(candles, showsVolume) });
    if (isNewDrawing) {
      // A recreated chart keeps the visible range of the previous one.
      if (visibleRange.current) scale.setVisibleLogicalRange(visibleRange.current);
      else if (from !== undefined) showRangeFrom(drawing, candles, from);
    }
    lastDrawing.current = drawing;
  }, [drawing, candles, from, hasPriceTag, showsVolume]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: setting new candles removes the running one, so it is drawn again.
  useEffect(() => {
    if (!drawing || drawing.gone || !live) return;
    const { ink } = drawing;
    drawing.prices.update(toPricePoint(live, hasPriceTag ? ink : null));
    drawing.volumes.update(toVolumePoint(live, ink));
  }, [drawing, live, candles, hasPriceTag]);

  useEffect(() => {
    if (!drawing) return;
    const rememberRange = (range: { from: number; to: number } | null) => {
      if (range) visibleRange.current = range;
    };
    drawing.chart.timeScale().subscribeVisibleLogicalRangeChange(rememberRange);
    return () => drawing.chart.timeScale().unsubscribeVisibleLogicalRangeChange(rememberRange);
  }, [drawing]);
}

/** Reserves space for the volume, if there is any. */
const getScaleMargins = (candles: readonly Candle[], showsVolume: boolean) => ({
  top: 0.08,
  bottom: showsVolume && candles.some(hasTrades) ? 0.22 : 0.06,
});

function showRangeFrom({ chart }: Drawing, candles: readonly Candle[], from: number): void {
  const first = candles.findIndex(({ time }) => time >= from);
  const last = candles.length - 1;
  if (first >= 0) chart.timeScale().setVisibleLogicalRange({ from: first - 0.5, to: last + 1.5 });
}
