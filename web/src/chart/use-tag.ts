import type { IPriceLine, ISeriesApi, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceTag } from './candles.ts';
import type { readChartColors } from './chart-ink.ts';

interface ChartDrawing {
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page. */
  gone: boolean;
}

/** Draws the last price at the scale as one line, instead of the latest candle's. Undefined: the latter stays. */
export function useLastPriceLine(drawing: ChartDrawing | null, tag: PriceTag | null | undefined): void {
  const t = useTranslations('markets.chart');
  const line = useRef<{ of: ChartDrawing; line: IPriceLine } | null>(null);
  const hasPriceTag = tag !== undefined;
  const price = tag?.price;
  const title = tag?.reference ? t('reference') : '';
  useEffect(() => {
    if (!drawing || drawing.gone) return;
    drawing.prices.applyOptions({ lastValueVisible: !hasPriceTag, priceLineVisible: !hasPriceTag });
    if (price === undefined) return;
    const options = { price: Number(price), color: drawing.ink.accent, title };
    if (line.current?.of === drawing) line.current.line.applyOptions(options);
    else line.current = { of: drawing, line: drawing.prices.createPriceLine(options) };
  }, [drawing, hasPriceTag, price, title]);
}
