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

interface Drawn {
  chart: IChartApiBase<Time>;
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page. */
  gone: boolean;
}

interface Shown {
  line: OrderLineOnChart;
  drawn: IPriceLine;
}

/** Maximum distance of the pointer to a line, in pixels. */
const NEAR = 6;
/** Shorter movements are presses, in pixels. */
const MIN_MOVE = 3;
const DASHED = 2;
const SOLID = 0;

/** Draws lines of own orders; a dragged one is reported with its new price, and returns until the order has changed. */
export function useLines(
  place: { current: HTMLDivElement | null },
  drawing: Drawn | null,
  lines: readonly OrderLineOnChart[],
  onMove: ((id: string, price: number) => void) | undefined,
): void {
  const shown = useRef<Shown[]>([]);
  useEffect(() => {
    if (!drawing || drawing.gone) return;
    shown.current = drawAnew(drawing, shown.current, lines);
  }, [drawing, lines]);
  useEffect(() => {
    if (!drawing) return;
    return () => {
      const old = shown.current;
      shown.current = [];
      if (!drawing.gone) for (const { drawn } of old) drawing.prices.removePriceLine(drawn);
    };
  }, [drawing]);

  const told = useRef(onMove);
  useEffect(() => {
    told.current = onMove;
  });
  useEffect(() => {
    const element = place.current;
    if (!drawing || !element) return;
    return followDrags(element, drawing, shown, (id, price) => told.current?.(id, price));
  }, [place, drawing]);
}

/** Updates the lines: one that differs only in its price is moved, so that a drag survives changes of other lines. */
function drawAnew(
  { prices, ink }: Drawn,
  old: readonly Shown[],
  lines: readonly OrderLineOnChart[],
): Shown[] {
  const left = new Map(old.map((one) => [one.line.id, one]));
  const shown = lines.map((line) => {
    const before = left.get(line.id);
    if (before && before.line.side === line.side && before.line.waits === line.waits) {
      left.delete(line.id);
      if (before.line.price !== line.price || before.line.title !== line.title)
        before.drawn.applyOptions({ price: Number(line.price), title: line.title });
      before.line = line;
      return before;
    }
    const drawn = prices.createPriceLine({
      price: Number(line.price),
      color: line.side === null ? (ink.hues[1] ?? ink.accent) : line.side === 'buy' ? ink.up : ink.down,
      lineWidth: 1,
      lineStyle: line.waits ? DASHED : SOLID,
      title: line.title,
    });
    return { line, drawn };
  });
  for (const { drawn } of left.values()) prices.removePriceLine(drawn);
  return shown;
}

function followDrags(
  element: HTMLElement,
  { chart, prices }: Drawn,
  shown: { current: readonly Shown[] },
  onMove: (id: string, price: number) => void,
): () => void {
  let held: { of: Shown; from: number } | null = null;
  const y = (event: PointerEvent) => event.clientY - element.getBoundingClientRect().top;
  const under = (event: PointerEvent): Shown | undefined =>
    shown.current.find(({ line }) => {
      const at = prices.priceToCoordinate(Number(line.price));
      const meant = line.movable || line.fixed !== undefined;
      return meant && at !== null && Math.abs(at - y(event)) <= NEAR;
    });
  const still = (on: boolean) =>
    chart.applyOptions({ handleScroll: !on && { vertTouchDrag: false }, handleScale: !on });
  const down = (event: PointerEvent) => {
    const of = under(event);
    if (!of) return;
    held = { of, from: y(event) };
    if (!of.line.movable) return;
    // Prevents the chart from scrolling along.
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    still(true);
  };
  const move = (event: PointerEvent) => {
    if (!held) {
      const of = under(event);
      element.style.cursor = of?.line.movable ? 'ns-resize' : of ? 'help' : '';
      element.title = of?.line.fixed ?? '';
      return;
    }
    if (!held.of.line.movable) return;
    const price = prices.coordinateToPrice(y(event));
    if (price !== null) held.of.drawn.applyOptions({ price });
  };
  const up = (event: PointerEvent) => {
    if (!held) return;
    const { of, from } = held;
    held = null;
    const price = prices.coordinateToPrice(y(event));
    if (of.line.movable) {
      still(false);
      of.drawn.applyOptions({ price: Number(of.line.price) });
    }
    const moved = event.type === 'pointerup' && Math.abs(y(event) - from) >= MIN_MOVE;
    if (moved && price !== null && price > 0) onMove(of.line.id, price);
  };
  element.addEventListener('pointerdown', down, true);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  return () => {
    element.removeEventListener('pointerdown', down, true);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
  };
}
