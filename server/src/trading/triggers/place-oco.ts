import { AppError, calculateHold, computeOcoHold, insufficientBalanceCode } from '@sarraf/domain';
import type { BodyOf, placeOco as endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { assertClientIdFree, assertOpenOrderLimit, getOpenMarket } from '../orders/decide-order.ts';
import { combineDecisions, decideCancellation } from '../orders/end-orders.ts';
import { matchOrder } from '../orders/match-order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { computeTetherReceived } from '../orders/order-row.ts';
import { type OrderRequest, parseOrderRequest } from '../orders/read-order-request.ts';
import { enforceStablecoinLimit } from '../quick/stablecoin-limit.ts';
import {
  buildPlacingCommand,
  decidePlacing,
  getPayingAccount,
  type Idempotency,
  submitPlacing,
} from './place-trigger.ts';
import { createBadRequest, parseTrigger } from './read-trigger.ts';
import { readWatchedPrice, validateWaiting } from './validate-waiting.ts';
import { buildUntradedRow } from './waiting-row.ts';

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
  deps.pace.countOrders(caller.userId);
  const { limit, stop, triggerRequest } = parseOco(body);
  const [limitId, stopId, group] = [newId(), newId(), newId()];
  return submitPlacing(deps, caller, limit, (facts) => ({
    ...buildPlacingCommand(deps, caller, limit, idempotency),
    decide(balanceOf, at) {
      const { terms, market, reference } = getOpenMarket(deps, limit, at.getTime());
      const feeRate = deps.getFeeRate(caller.level, limit.quote);
      const context = { terms, market, reference, feeRate };
      const { fills } = matchOrder(limit, {
        ...context,
        balance: balanceOf(getPayingAccount(caller, limit)),
        owner: deps.exchange.getOwnerNumber(caller.userId),
        gone: deps.exchange.createExpiryTest(market, at.getTime()),
      });
      // It matched nothing, so these orders have expired and are still in its way.
      const expired = fills.map(({ maker }) => market.getOrder(maker));
      const now = readWatchedPrice(deps, triggerRequest.by, context, at.getTime());
      const { needs, ...figures } = validateWaiting(stop, triggerRequest, now, context);
      const { side, amount, unitPrice, coin, quote } = limit;
      const reserved = computeOcoHold(
        calculateHold(side, coin, amount ?? 0n, unitPrice ?? 0n, feeRate),
        needs,
      );
      if (reserved > balanceOf(getPayingAccount(caller, limit)))
        throw new AppError(insufficientBalanceCode(side, quote));
      assertOpenOrderLimit(deps.exchange, market, caller, 2);
      for (const { manner } of [limit, stop])
        assertClientIdFree(deps.exchange, caller.userId, manner.clientOrderId, undefined);
      const shared = { userId: caller.userId, coin, quote, group, createdAt: at };
      const rows = [
        buildUntradedRow({
          ...{ ...shared, id: limitId, orderType: limit.orderType, reserved, trigger: null },
          amount: amount ?? 0n,
          unitPrice: unitPrice ?? 0n,
          manner: limit.manner,
        }),
        buildUntradedRow({
          ...{ ...shared, ...figures, id: stopId, orderType: stop.orderType, reserved: 0n },
          manner: stop.manner,
        }),
      ] as const;
      const maxTether = rows
        .map((row) => computeTetherReceived(limit, row))
        .reduce((a, b) => (a > b ? a : b));
      if (facts) enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, maxTether, balanceOf);
      const { sequence } = market.head;
      const placing = decidePlacing(
        deps,
        market,
        {
          ...{ caller, feeRate, key: idempotency?.key ?? null, at },
          before: expired.length === 0 ? market.head : { ...market.head, sequence: sequence + 1 },
        },
        rows,
        (content) => JSON.stringify({ status: 'OK', message: 'orders placed', content }),
      );
      return expired.length === 0
        ? placing
        : combineDecisions(
            decideCancellation(deps, expired, { endedBy: 'EXPIRED', at }, () => ''),
            placing,
          );
    },
  }));
}

function parseOco({ marketType, side, amount, limit, stop }: BodyOf<typeof endpoint>) {
  const parseRequest = (
    orderType: OrderRequest['orderType'],
    { unitPrice, clientOrderId }: { unitPrice?: string | number; clientOrderId?: string },
    postOnly = false,
  ) =>
    parseOrderRequest({
      ...{ marketType, orderType, amount, postOnly },
      ...(unitPrice !== undefined && { unitPrice }),
      ...(clientOrderId !== undefined && { clientOrderId }),
    });
  // The cost of a purchase at any price is unlimited.
  if (side === 'BUY' && stop.unitPrice === undefined) throw createBadRequest('stop.unitPrice');
  if (limit.clientOrderId !== undefined && limit.clientOrderId === stop.clientOrderId)
    throw new AppError('CLIENT_ORDER_ID_IN_USE');
  const first = parseRequest(`LIMITED_${side}`, limit, true);
  const triggerRequest = parseTrigger(stop.trigger, first.quote);
  if (triggerRequest.kind === 'TAKE_PROFIT') throw createBadRequest('stop.trigger.kind');
  return {
    limit: first,
    stop: parseRequest(stop.unitPrice === undefined ? `MARKET_${side}` : `LIMITED_${side}`, stop),
    triggerRequest,
  };
}
