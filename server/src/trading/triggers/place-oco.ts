import { AppError, calculateHold, notEnoughFor, ocoNeeds } from '@sarraf/domain';
import type { BodyOf, placeOco as endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { judgeClientId, judgeCount, openMarket } from '../orders/decide-order.ts';
import { decideCancellation, oneAfterOther } from '../orders/end-orders.ts';
import { matchOrder } from '../orders/judge-order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { tetherOf } from '../orders/order-row.ts';
import { type OrderRequest, readOrderRequest } from '../orders/read-order-request.ts';
import { enforceStablecoinLimit } from '../quick/stablecoin-limit.ts';
import { judgeWaiting, watchedPrice } from './judge-waiting.ts';
import { decidePlacing, givenBy, type Idempotency, placingOf, submitPlacing } from './place-trigger.ts';
import { badRequest, readTrigger } from './read-trigger.ts';
import { untraded } from './waiting-row.ts';

/**
 * Places a limit order and a stop that end each other; resolves with the reply's JSON text once both are durable.
 * The larger of their needs is blocked, once, with the limit order.
 *
 * POST_ONLY_WOULD_TAKE: the limit order would not rest; otherwise the refusals of `placeTriggerOrder`, for each of
 * the two.
 */
export function placeOco(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  deps.pace.take(caller.userId);
  const { limit, stop, wanted } = readOco(body);
  const [limitId, stopId, group] = [newId(), newId(), newId()];
  return submitPlacing(deps, caller, limit, (facts) => ({
    ...placingOf(deps, caller, limit, idempotency),
    decide(balanceOf, at) {
      const { terms, market, reference } = openMarket(deps, limit, at.getTime());
      const wage = deps.wageOf(caller.level, limit.quote);
      const bench = { terms, market, reference, wage };
      const { fills } = matchOrder(limit, {
        ...bench,
        balance: balanceOf(givenBy(caller, limit)),
        owner: deps.exchange.ownerOf(caller.userId),
        gone: deps.exchange.goneAt(market, at.getTime()),
      });
      // It matched nothing, so these orders have expired and are still in its way.
      const over = fills.map(({ maker }) => market.order(maker));
      const now = watchedPrice(deps, wanted.by, bench, at.getTime());
      const { needs, ...figures } = judgeWaiting(stop, wanted, now, bench);
      const { side, amount, unitPrice, coin, quote } = limit;
      const reserved = ocoNeeds(calculateHold(side, coin, amount ?? 0n, unitPrice ?? 0n, wage), needs);
      if (reserved > balanceOf(givenBy(caller, limit))) throw new AppError(notEnoughFor(side, quote));
      judgeCount(deps.exchange, market, caller, 2);
      for (const { manner } of [limit, stop])
        judgeClientId(deps.exchange, caller.userId, manner.clientOrderId, undefined);
      const both = { userId: caller.userId, coin, quote, group, createdAt: at };
      const rows = [
        untraded({
          ...{ ...both, id: limitId, orderType: limit.orderType, reserved, trigger: null },
          amount: amount ?? 0n,
          unitPrice: unitPrice ?? 0n,
          manner: limit.manner,
        }),
        untraded({
          ...{ ...both, ...figures, id: stopId, orderType: stop.orderType, reserved: 0n },
          manner: stop.manner,
        }),
      ] as const;
      const most = rows.map((row) => tetherOf(limit, row)).reduce((a, b) => (a > b ? a : b));
      if (facts) enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, most, balanceOf);
      const { sequence } = market.head;
      const placing = decidePlacing(
        deps,
        market,
        {
          ...{ caller, wage, key: idempotency?.key ?? null, at },
          before: over.length === 0 ? market.head : { ...market.head, sequence: sequence + 1 },
        },
        rows,
        (content) => JSON.stringify({ status: 'OK', message: 'orders placed', content }),
      );
      return over.length === 0
        ? placing
        : oneAfterOther(
            decideCancellation(deps, over, { endedBy: 'EXPIRED', at }, () => ''),
            placing,
          );
    },
  }));
}

function readOco({ marketType, side, amount, limit, stop }: BodyOf<typeof endpoint>) {
  const read = (
    orderType: OrderRequest['orderType'],
    { unitPrice, clientOrderId }: { unitPrice?: string | number; clientOrderId?: string },
    postOnly = false,
  ) =>
    readOrderRequest({
      ...{ marketType, orderType, amount, postOnly },
      ...(unitPrice !== undefined && { unitPrice }),
      ...(clientOrderId !== undefined && { clientOrderId }),
    });
  // The cost of a purchase at any price is unlimited.
  if (side === 'BUY' && stop.unitPrice === undefined) throw badRequest('stop.unitPrice');
  if (limit.clientOrderId !== undefined && limit.clientOrderId === stop.clientOrderId)
    throw new AppError('CLIENT_ORDER_ID_IN_USE');
  const first = read(`LIMITED_${side}`, limit, true);
  const wanted = readTrigger(stop.trigger, first.quote);
  if (wanted.kind === 'TAKE_PROFIT') throw badRequest('stop.trigger.kind');
  return {
    limit: first,
    stop: read(stop.unitPrice === undefined ? `MARKET_${side}` : `LIMITED_${side}`, stop),
    wanted,
  };
}
