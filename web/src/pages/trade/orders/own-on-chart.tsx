import { formatDecimal, marketType, nearestTick, parseDecimal, scaleOf } from '@sarraf/domain';
import type { fills, Order, OwnFill, PublicTrade } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { OwnOnChart } from '../market/own-marks.ts';
import { decimalsOf } from '../market/use-market.ts';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { ChangeOrder } from './change-order.tsx';
import { isMovableStop, movedStop } from './move-stop.ts';
import { summarizeOrder } from './order.ts';
import { conditionOf, isChangeable, sortOf } from './sorts.ts';
import { trailedText } from './trailing.ts';
import { useMoveStop } from './use-move-stop.ts';
import { useFollowedStops, useOpenOrders } from './use-orders.ts';

/** Maximum number of fills that are marked. */
const MARKED = 200;
const NO_FILLS: readonly OwnFill[] = [];
const NO_TRADES: readonly PublicTrade[] = [];

/** The person's orders and trades on the chart; a dragged order is changed only after confirmation. */
export function useOwnOnChart(
  model: OrderFormModel,
  trades: readonly PublicTrade[] = NO_TRADES,
): { own: OwnOnChart; question: ReactNode } {
  const t = useTranslations('exchange.orders');
  const { verified, market, terms } = model;
  const type = marketType(market.coin, market.quote);
  const { rows } = useOpenOrders(type, verified);
  const filled = useQuery({
    queryKey: ['fills', type],
    queryFn: ({ signal }) =>
      call<typeof fills>('GET', '/fills', { query: { marketType: type, size: MARKED }, signal }),
    enabled: verified,
  });
  const [moved, setMoved] = useState<{ order: Order; price: bigint } | null>(null);
  const trails = rows.some((order) => conditionOf(order)?.of === 'trail');
  useFollowedStops(trails);
  // Other trades must not rebuild the lines.
  const followed = trails ? trades : NO_TRADES;
  const lines = useMemo(() => {
    const words = { nameOf: (sort: ReturnType<typeof sortOf>) => t(`sort.${sort}`), fixed: t('trailFixed') };
    return rows.flatMap((order) => lineOf(order, followed, words));
  }, [rows, followed, t]);
  const known = useRef({ rows, terms });
  known.current = { rows, terms };
  const onMove = useCallback(
    (id: string, price: number) => {
      const order = known.current.rows.find((row) => row.id === id);
      if (order && conditionOf(order)?.of === 'trail') return toast(t('trailFixed'), 'info');
      const tick = known.current.terms?.tick;
      const units = parseDecimal(price.toFixed(decimalsOf(market)), scaleOf(market.quote));
      if (order && tick && units) setMoved({ order, price: nearestTick(units, tick) });
    },
    [market, t],
  );
  const fillsNow = filled.data?.content ?? NO_FILLS;
  const own = useMemo(() => ({ lines, fills: fillsNow, onMove }), [lines, fillsNow, onMove]);
  const close = () => setMoved(null);
  const plain = moved && isChangeable(moved.order);
  return {
    own,
    question: (
      <>
        <ChangeOrder
          model={model}
          order={plain ? moved.order : null}
          price={plain ? formatDecimal(moved.price, scaleOf(market.quote)) : undefined}
          onClose={close}
        />
        {moved && !plain && <MoveStop model={model} {...moved} onClose={close} />}
      </>
    ),
  };
}

interface LineWords {
  nameOf: (sort: ReturnType<typeof sortOf>) => string;
  /** Why a trailing stop can't be dragged. */
  fixed: string;
}

/** Returns the line of an order at its price in the order book or its trigger price; a dormant one has none. */
function lineOf(
  order: Order,
  trades: readonly PublicTrade[],
  { nameOf, fixed }: LineWords,
): OrderLineOnChart[] {
  const condition = conditionOf(order);
  const { side, mode } = summarizeOrder(order);
  const base = { id: order.id, side, title: nameOf(sortOf(order)) };
  if (condition === null) {
    if (mode !== 'LIMITED') return [];
    return [{ ...base, price: order.unitPrice, waits: false, movable: isChangeable(order) }];
  }
  if (condition.of === 'entry') return [];
  const movable = isMovableStop(order);
  const price = trailedText(order, trades);
  if (price !== null) return [{ ...base, price, waits: true, movable, fixed }];
  return [{ ...base, price: condition.price, waits: true, movable }];
}

interface MoveStopProps {
  model: OrderFormModel;
  order: Order;
  price: bigint;
  onClose: () => void;
}

function MoveStop({ model, order, price, onClose }: MoveStopProps) {
  const t = useTranslations('exchange.move');
  const format = useFormat();
  const move = useMoveStop(onClose);
  const { market, terms } = model;
  const body = terms && movedStop(order, price, terms);
  const words = (text: string) =>
    `${format.price(text, market.coin, market.quote)} ${format.unit(market.quote)}`;
  return (
    <ConfirmDialog
      open
      title={t('title')}
      text={t('text', {
        from: words(order.trigger?.price ?? '0'),
        to: words(formatDecimal(price, scaleOf(market.quote))),
      })}
      confirm={t('yes')}
      cancel={t('no')}
      busy={move.busy}
      onConfirm={() => (body ? move.send({ order, body }) : onClose())}
      onCancel={onClose}
    />
  );
}
