import type { Fill, Order } from '@sarraf/domain/contracts';
import { BinanceFailure, createMalformedFailure, createUnknownOrderFailure } from './failures.ts';
import { type OrderByForm, parseNewOrder } from './order-form.ts';
import { fillShape, orderCore, workingTimeOf } from './order-shape.ts';
import { buildQuery } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { callOwnApi, findNamedOrder, readNamedOrder, type SignedContext } from './signed-context.ts';

export async function placeByForm(context: SignedContext) {
  const order = parseNewOrder(context.parameters);
  context.parameters.assertAllRead();
  return placeAndShape(context, order);
}

async function placeAndShape(context: SignedContext, { respType, body }: OrderByForm) {
  const { baseDTO: order } = await callOwnApi<{ baseDTO: Order }>(context, 'POST', '/orders', {
    body,
    deed: 'PLACE',
  });
  const time = Date.parse(order.createdAtDateTime);
  const core = orderCore(order);
  const { symbol, orderId, orderListId, clientOrderId } = core;
  if (respType === 'ACK') return { symbol, orderId, orderListId, clientOrderId, transactTime: time };
  const result = { ...core, origQuoteOrderQty: '0', transactTime: time, workingTime: workingTimeOf(order) };
  if (respType === 'RESULT') return result;
  const fills = /[1-9]/.test(order.executedAmount) ? await readArrivalFills(context, order) : [];
  return { ...result, fills: fills.map((fill) => fillShape(fill, order)) };
}

/** Returns the fills that an order took on arrival, oldest first, at most a hundred. */
async function readArrivalFills(context: SignedContext, { id }: Order): Promise<Fill[]> {
  const { content } = await callOwnApi<{ content: Fill[] }>(context, 'GET', `/orders/${id}?size=100`);
  return content.reverse();
}

/** Format of an order that was cancelled. */
export const cancelledShape = (
  order: Order,
  { clientOrderId, now }: { clientOrderId: string | null; now: number },
) => ({
  ...orderCore(order),
  origClientOrderId: order.clientOrderId ?? order.id,
  ...(clientOrderId !== null && { clientOrderId }),
  origQuoteOrderQty: '0',
  transactTime: now,
});

export async function cancelByForm(context: SignedContext) {
  const { parameters, clock } = context;
  const newClientOrderId = parameters.text('newClientOrderId');
  assertNoRestriction(parameters);
  const order = await readNamedOrder(context, 'CANCEL');
  return cancelAndShape(context, order, { newClientOrderId, now: clock.now() });
}

async function cancelAndShape(
  context: SignedContext,
  { id }: Order,
  { newClientOrderId, now }: { newClientOrderId: string | null; now: number },
) {
  const { baseDTO: cancelledOrder } = await callOwnApi<{ baseDTO: Order }>(
    context,
    'DELETE',
    `/orders/${id}`,
    {
      deed: 'CANCEL',
    },
  );
  return cancelledShape(cancelledOrder, { clientOrderId: newClientOrderId ?? id, now });
}

/** Refuses restrictions on partly filled orders: they aren't supported, and ignoring them would be worse. */
function assertNoRestriction(parameters: Parameters): void {
  if (parameters.text('cancelRestrictions') !== null)
    throw new BinanceFailure(-1145, 'cancelRestrictions is not supported.');
}

/** Runs in two steps, as Binance's does: the outcome of each is returned. */
export async function cancelAndReplace(context: SignedContext) {
  const { parameters, clock } = context;
  const mode = parameters.enumValue('cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE']);
  if (mode === null) throw createMalformedFailure('cancelReplaceMode');
  const number = parameters.integer('cancelOrderId');
  const clientId = parameters.text('cancelOrigClientOrderId');
  const newClientOrderId = parameters.text('cancelNewClientOrderId');
  assertNoRestriction(parameters);
  const order = parseNewOrder(parameters);
  parameters.assertAllRead();
  const cancelAttempt = await attempt(async () => {
    const replacedOrder = await findNamedOrder(context, order.market, { number, clientId }, 'CANCEL');
    return cancelAndShape(context, replacedOrder, { newClientOrderId, now: clock.now() });
  });
  if (cancelAttempt.failure && mode === 'STOP_ON_FAILURE')
    throw createReplaceFailure(-2022, 'Order cancel-replace failed.', {
      cancelResult: 'FAILURE',
      newOrderResult: 'NOT_ATTEMPTED',
      cancelResponse: cancelAttempt.response,
      newOrderResponse: null,
    });
  const placeAttempt = await attempt(() => placeAndShape(context, order));
  const results = {
    cancelResult: cancelAttempt.failure ? 'FAILURE' : 'SUCCESS',
    newOrderResult: placeAttempt.failure ? 'FAILURE' : 'SUCCESS',
    cancelResponse: cancelAttempt.response,
    newOrderResponse: placeAttempt.response,
  };
  if (cancelAttempt.failure && placeAttempt.failure)
    throw createReplaceFailure(-2022, 'Order cancel-replace failed.', results);
  if (cancelAttempt.failure || placeAttempt.failure)
    throw createReplaceFailure(-2021, 'Order cancel-replace partially failed.', results);
  return results;
}

async function attempt(run: () => Promise<unknown>): Promise<{ failure: boolean; response: unknown }> {
  try {
    return { failure: false, response: await run() };
  } catch (error) {
    if (!(error instanceof BinanceFailure)) throw error;
    return { failure: true, response: error.body };
  }
}

const createReplaceFailure = (code: number, msg: string, data: object) =>
  new BinanceFailure(code, msg, { status: code === -2021 ? 409 : 400, data });

/** Cancelled orders are returned one by one, so at most a page of them. */
const PAGE = 100;

export async function cancelAll(context: SignedContext) {
  const { parameters, clock } = context;
  const market = parameters.symbol();
  parameters.assertAllRead();
  const marketType = `${market.coin}_${market.quote}`;
  const { content } = await callOwnApi<{ content: Order[] }>(
    context,
    'GET',
    `/orders${buildQuery({ status: 'open', size: PAGE, marketType })}`,
  );
  if (content.length === 0) throw createUnknownOrderFailure('CANCEL');
  const { count } = await callOwnApi<{ count: number }>(
    context,
    'DELETE',
    `/orders${buildQuery({ marketType })}`,
    {
      deed: 'CANCEL',
    },
  );
  if (count === 0) throw createUnknownOrderFailure('CANCEL');
  const now = clock.now();
  // The outcome of each is read: a fill may have come before the cancellation.
  const orders: Order[] = [];
  for (const { id } of content)
    orders.push((await callOwnApi<{ baseDTO: Order }>(context, 'GET', `/orders/${id}?size=1`)).baseDTO);
  return orders.map((order) => cancelledShape(order, { clientOrderId: null, now }));
}

/** Reduces an order, which keeps its priority. */
export async function amendOrder(context: SignedContext) {
  const { parameters, clock } = context;
  const newQty = parameters.decimal('newQty');
  const newClientOrderId = parameters.text('newClientOrderId');
  if (newQty === null) throw createMalformedFailure('newQty');
  const order = await readNamedOrder(context, 'CANCEL');
  const { baseDTO: amended } = await callOwnApi<{ baseDTO: Order }>(context, 'PUT', `/orders/${order.id}`, {
    body: { amount: newQty, ...(newClientOrderId !== null && { clientOrderId: newClientOrderId }) },
    deed: 'CANCEL',
  });
  const { orderId, clientOrderId, symbol, origQty, executedQty, status, type, side, price } =
    orderCore(amended);
  return {
    transactTime: clock.now(),
    executionId: orderId,
    amendedOrder: {
      symbol,
      orderId,
      orderListId: orderCore(amended).orderListId,
      origClientOrderId: order.clientOrderId ?? order.id,
      clientOrderId,
      price,
      qty: origQty,
      executedQty,
      preventedQty: '0',
      quoteOrderQty: '0',
      cumulativeQuoteQty: amended.executedPrice,
      status,
      timeInForce: orderCore(amended).timeInForce,
      type,
      side,
      workingTime: workingTimeOf(amended),
      selfTradePreventionMode: orderCore(amended).selfTradePreventionMode,
    },
  };
}
