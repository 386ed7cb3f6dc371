import { formatDecimal, formatMarketType, parseDecimal, roundToNearestTick, scaleOf } from '@sarraf/domain';
import type { fills, Order, OwnFill, PublicTrade } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { OwnChartData } from '../market/own-marks.ts';
import { getPriceDecimals } from '../market/use-market.ts';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { ChangeOrder } from './change-order.tsx';
import { buildMovedStop, isMovableStop } from './move-stop.ts';
import { summarizeOrder } from './order.ts';
import { getCondition, getOrderTypeKey, isChangeable } from './sorts.ts';
import { formatTrailedPrice } from './trailing.ts';
import { useMoveStop } from './use-move-stop.ts';
import { useOpenOrders, usePolledTrailingStops } from './use-orders.ts';

/** Maximum number of fills that are marked. */
const MAX_MARKED_FILLS = 200;
const NO_FILLS: readonly OwnFill[] = [];
const NO_TRADES: readonly PublicTrade[] = [];

/** The person's orders and trades on the chart; a dragged order is changed only after confirmation. */
export function useOwnChartData(
  model: OrderFormModel,
  trades: readonly PublicTrade[] = NO_TRADES,
): { own: OwnChartData; question: ReactNode } {
  const t = useTranslations('exchange.orders');
  const { verified, market, terms } = model;
  const type = formatMarketType(market.coin, market.quote);
  const { rows } = useOpenOrders(type, verified);
  const fillsReply = useQuery({
    queryKey: ['fills', type],
    queryFn: ({ signal }) =>
      call<typeof fills>('GET', '/fills', { query: { marketType: type, size: MAX_MARKED_FILLS }, signal }),
    enabled: verified,
  });
  const [movedOrder, setMovedOrder] = useState<{ order: Order; price: bigint } | null>(null);
  const hasTrailingStop = rows.some((order) => getCondition(order)?.of === 'trail');
  usePolledTrailingStops(hasTrailingStop);
  // Other trades must not rebuild the lines.
  const followedTrades = hasTrailingStop ? trades : NO_TRADES;
  const lines = useMemo(() => {
    const lineTexts = {
      nameOf: (sort: ReturnType<typeof getOrderTypeKey>) => t(`sort.${sort}`),
      fixed: t('trailFixed'),
    };
    return rows.flatMap((order) => toOrderLine(order, followedTrades, lineTexts));
  }, [rows, followedTrades, t]);
  const latest = useRef({ rows, terms });
  latest.current = { rows, terms };
  const onMove = useCallback(
    (id: string, price: number) => {
      const order = latest.current.rows.find((row) => row.id === id);
      if (order && getCondition(order)?.of === 'trail') return toast(t('trailFixed'), 'info');
      const tick = latest.current.terms?.tick;
      const units = parseDecimal(price.toFixed(getPriceDecimals(market)), scaleOf(market.quote));
      if (order && tick && units) setMovedOrder({ order, price: roundToNearestTick(units, tick) });
    },
    [market, t],
  );
  const currentFills = fillsReply.data?.content ?? NO_FILLS;
  const chartData = useMemo(() => ({ lines, fills: currentFills, onMove }), [lines, currentFills, onMove]);
  const close = () => setMovedOrder(null);
  const isPlainChange = movedOrder && isChangeable(movedOrder.order);
  return {
    own: chartData,
    question: (
      <>
        <ChangeOrder
          model={model}
          order={isPlainChange ? movedOrder.order : null}
          price={isPlainChange ? formatDecimal(movedOrder.price, scaleOf(market.quote)) : undefined}
          onClose={close}
        />
        {movedOrder && !isPlainChange && <MoveStopDialog model={model} {...movedOrder} onClose={close} />}
      </>
    ),
  };
}

interface LineTexts {
  nameOf: (sort: ReturnType<typeof getOrderTypeKey>) => string;
  /** Why a trailing stop can't be dragged. */
  fixed: string;
}

/** Returns the line of an order at its price in the order book or its trigger price; a dormant one has none. */
function toOrderLine(
  order: Order,
  trades: readonly PublicTrade[],
  { nameOf, fixed }: LineTexts,
): OrderLineOnChart[] {
  const condition = getCondition(order);
  const { side, mode } = summarizeOrder(order);
  const base = { id: order.id, side, title: nameOf(getOrderTypeKey(order)) };
  if (condition === null) {
    if (mode !== 'LIMITED') return [];
    return [{ ...base, price: order.unitPrice, waits: false, movable: isChangeable(order) }];
  }
  if (condition.of === 'entry') return [];
  const movable = isMovableStop(order);
  const price = formatTrailedPrice(order, trades);
  if (price !== null) return [{ ...base, price, waits: true, movable, fixed }];
  return [{ ...base, price: condition.price, waits: true, movable }];
}

interface MoveStopProps {
  model: OrderFormModel;
  order: Order;
  price: bigint;
  onClose: () => void;
}

function MoveStopDialog({ model, order, price, onClose }: MoveStopProps) {
  const t = useTranslations('exchange.move');
  const format = useFormat();
  const move = useMoveStop(onClose);
  const { market, terms } = model;
  const body = terms && buildMovedStop(order, price, terms);
  const formatPrice = (text: string) =>
    `${format.price(text, market.coin, market.quote)} ${format.unit(market.quote)}`;
  return (
    <ConfirmDialog
      open
      title={t('title')}
      text={t('text', {
        from: formatPrice(order.trigger?.price ?? '0'),
        to: formatPrice(formatDecimal(price, scaleOf(market.quote))),
      })}
      confirm={t('yes')}
      cancel={t('no')}
      busy={move.busy}
      onConfirm={() => (body ? move.send({ order, body }) : onClose())}
      onCancel={onClose}
    />
  );
}
