import type { IChartApiBase, IPriceLine, ISeriesApi, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { readChartColors } from './chart-ink.ts';

/** An own order at its price, or a line that the person drew at a price. */
export interface OrderLineOnChart {
  id: string;
  /** Decimal text. */
  price: string;
  /** Null: a drawn line, not an order. */
  side: 'buy' | 'sell' | null;
  /** A trigger order that waits for this price and is not in the order book. */
  waits: boolean;
  title: string;
  /** It can be dragged. */
  movable: boolean;
  /** For a line that can't be dragged: the hint under the pointer; `onMove` is called for an attempt to drag it. */
  fixed?: string;
}

interface ChartDrawing {
  chart: IChartApiBase<Time>;
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page. */
  gone: boolean;
}

interface DrawnLine {
  line: OrderLineOnChart;
  drawn: IPriceLine;
}

/** Maximum distance of the pointer to a line, in pixels. */
const GRAB_DISTANCE_PX = 6;
/** Shorter movements are presses, in pixels. */
const MIN_DRAG_PX = 3;
const DASHED = 2;
const SOLID = 0;

/** Draws lines of own orders; a dragged one is reported with its new price, and returns until the order has changed. */
export function useLines(
  containerRef: { current: HTMLDivElement | null },
  drawing: ChartDrawing | null,
  lines: readonly OrderLineOnChart[],
  onMove: ((id: string, price: number) => void) | undefined,
): void {
  const drawnLines = useRef<DrawnLine[]>([]);
  useEffect(() => {
    if (!drawing || drawing.gone) return;
    drawnLines.current = updateLines(drawing, drawnLines.current, lines);
  }, [drawing, lines]);
  useEffect(() => {
    if (!drawing) return;
    return () => {
      const old = drawnLines.current;
      drawnLines.current = [];
      if (!drawing.gone) for (const { drawn } of old) drawing.prices.removePriceLine(drawn);
    };
  }, [drawing]);

  const latestOnMove = useRef(onMove);
  useEffect(() => {
    latestOnMove.current = onMove;
  });
  useEffect(() => {
    const element = containerRef.current;
    if (!drawing || !element) return;
    return handleDrags(element, drawing, drawnLines, (id, price) => latestOnMove.current?.(id, price));
  }, [containerRef, drawing]);
}

/** Updates the lines: one that differs only in its price is moved, so that a drag survives changes of other lines. */
function updateLines(
  { prices, ink }: ChartDrawing,
  old: readonly DrawnLine[],
  lines: readonly OrderLineOnChart[],
): DrawnLine[] {
  const remaining = new Map(old.map((drawnLine) => [drawnLine.line.id, drawnLine]));
  const updated = lines.map((line) => {
    const existing = remaining.get(line.id);
    if (existing && existing.line.side === line.side && existing.line.waits === line.waits) {
      remaining.delete(line.id);
      if (existing.line.price !== line.price || existing.line.title !== line.title)
        existing.drawn.applyOptions({ price: Number(line.price), title: line.title });
      existing.line = line;
      return existing;
    }
    const priceLine = prices.createPriceLine({
      price: Number(line.price),
      color: line.side === null ? (ink.hues[1] ?? ink.accent) : line.side === 'buy' ? ink.up : ink.down,
      lineWidth: 1,
      lineStyle: line.waits ? DASHED : SOLID,
      title: line.title,
    });
    return { line, drawn: priceLine };
  });
  for (const { drawn } of remaining.values()) prices.removePriceLine(drawn);
  return updated;
}

function handleDrags(
  element: HTMLElement,
  { chart, prices }: ChartDrawing,
  drawnLines: { current: readonly DrawnLine[] },
  onMove: (id: string, price: number) => void,
): () => void {
  let drag: { of: DrawnLine; from: number } | null = null;
  const getY = (event: PointerEvent) => event.clientY - element.getBoundingClientRect().top;
  const findLineAt = (event: PointerEvent): DrawnLine | undefined =>
    drawnLines.current.find(({ line }) => {
      const at = prices.priceToCoordinate(Number(line.price));
      const isGrabbable = line.movable || line.fixed !== undefined;
      return isGrabbable && at !== null && Math.abs(at - getY(event)) <= GRAB_DISTANCE_PX;
    });
  const lockScrolling = (locked: boolean) =>
    chart.applyOptions({ handleScroll: !locked && { vertTouchDrag: false }, handleScale: !locked });
  const handlePointerDown = (event: PointerEvent) => {
    const drawnLine = findLineAt(event);
    if (!drawnLine) return;
    drag = { of: drawnLine, from: getY(event) };
    if (!drawnLine.line.movable) return;
    // Prevents the chart from scrolling along.
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    lockScrolling(true);
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (!drag) {
      const drawnLine = findLineAt(event);
      element.style.cursor = drawnLine?.line.movable ? 'ns-resize' : drawnLine ? 'help' : '';
      element.title = drawnLine?.line.fixed ?? '';
      return;
    }
    if (!drag.of.line.movable) return;
    const price = prices.coordinateToPrice(getY(event));
    if (price !== null) drag.of.drawn.applyOptions({ price });
  };
  const handlePointerUp = (event: PointerEvent) => {
    if (!drag) return;
    const { of, from } = drag;
    drag = null;
    const price = prices.coordinateToPrice(getY(event));
    if (of.line.movable) {
      lockScrolling(false);
      of.drawn.applyOptions({ price: Number(of.line.price) });
    }
    const wasDragged = event.type === 'pointerup' && Math.abs(getY(event) - from) >= MIN_DRAG_PX;
    if (wasDragged && price !== null && price > 0) onMove(of.line.id, price);
  };
  element.addEventListener('pointerdown', handlePointerDown, true);
  element.addEventListener('pointermove', handlePointerMove);
  element.addEventListener('pointerup', handlePointerUp);
  element.addEventListener('pointercancel', handlePointerUp);
  return () => {
    element.removeEventListener('pointerdown', handlePointerDown, true);
    element.removeEventListener('pointermove', handlePointerMove);
    element.removeEventListener('pointerup', handlePointerUp);
    element.removeEventListener('pointercancel', handlePointerUp);
  };
}
