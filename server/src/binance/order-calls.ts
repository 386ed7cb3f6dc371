import type { Fill, Order } from '@sarraf/domain/contracts';
import { BinanceFailure, malformed, unknownOrder } from './failures.ts';
import { type OrderByForm, readNewOrder } from './order-form.ts';
import { fillShape, orderCore, workingTimeOf } from './order-shape.ts';
import { query } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { namedOrder, orderMeant, own, type SignedContext } from './signed-context.ts';

export async function placeByForm(context: SignedContext) {
  const order = readNewOrder(context.parameters);
  context.parameters.end();
  return placed(context, order);
}

async function placed(context: SignedContext, { respType, body }: OrderByForm) {
  const { baseDTO: order } = await own<{ baseDTO: Order }>(context, 'POST', '/orders', {
    body,
    deed: 'PLACE',
  });
  const time = Date.parse(order.createdAtDateTime);
  const core = orderCore(order);
  const { symbol, orderId, orderListId, clientOrderId } = core;
  if (respType === 'ACK') return { symbol, orderId, orderListId, clientOrderId, transactTime: time };
  const result = { ...core, origQuoteOrderQty: '0', transactTime: time, workingTime: workingTimeOf(order) };
  if (respType === 'RESULT') return result;
  const fills = /[1-9]/.test(order.executedAmount) ? await fillsOf(context, order) : [];
  return { ...result, fills: fills.map((fill) => fillShape(fill, order)) };
}

/** Returns the fills that an order took on arrival, oldest first, at most a hundred. */
async function fillsOf(context: SignedContext, { id }: Order): Promise<Fill[]> {
  const { content } = await own<{ content: Fill[] }>(context, 'GET', `/orders/${id}?size=100`);
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
  refuseRestriction(parameters);
  const order = await namedOrder(context, 'CANCEL');
  return cancelled(context, order, { newClientOrderId, now: clock.now() });
}

async function cancelled(
  context: SignedContext,
  { id }: Order,
  { newClientOrderId, now }: { newClientOrderId: string | null; now: number },
) {
  const { baseDTO: ended } = await own<{ baseDTO: Order }>(context, 'DELETE', `/orders/${id}`, {
    deed: 'CANCEL',
  });
  return cancelledShape(ended, { clientOrderId: newClientOrderId ?? id, now });
}

/** Refuses restrictions on partly filled orders: they aren't supported, and ignoring them would be worse. */
function refuseRestriction(parameters: Parameters): void {
  if (parameters.text('cancelRestrictions') !== null)
    throw new BinanceFailure(-1145, 'cancelRestrictions is not supported.');
}

/** Runs in two steps, as Binance's does: the outcome of each is returned. */
export async function cancelAndReplace(context: SignedContext) {
  const { parameters, clock } = context;
  const mode = parameters.word('cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE']);
  if (mode === null) throw malformed('cancelReplaceMode');
  const number = parameters.whole('cancelOrderId');
  const clientId = parameters.text('cancelOrigClientOrderId');
  const newClientOrderId = parameters.text('cancelNewClientOrderId');
  refuseRestriction(parameters);
  const order = readNewOrder(parameters);
  parameters.end();
  const cancelling = await attempt(async () => {
    const old = await orderMeant(context, order.market, { number, clientId }, 'CANCEL');
    return cancelled(context, old, { newClientOrderId, now: clock.now() });
  });
  if (cancelling.failure && mode === 'STOP_ON_FAILURE')
    throw replaceFailed(-2022, 'Order cancel-replace failed.', {
      cancelResult: 'FAILURE',
      newOrderResult: 'NOT_ATTEMPTED',
      cancelResponse: cancelling.response,
      newOrderResponse: null,
    });
  const placing = await attempt(() => placed(context, order));
  const results = {
    cancelResult: cancelling.failure ? 'FAILURE' : 'SUCCESS',
    newOrderResult: placing.failure ? 'FAILURE' : 'SUCCESS',
    cancelResponse: cancelling.response,
    newOrderResponse: placing.response,
  };
  if (cancelling.failure && placing.failure)
    throw replaceFailed(-2022, 'Order cancel-replace failed.', results);
  if (cancelling.failure || placing.failure)
    throw replaceFailed(-2021, 'Order cancel-replace partially failed.', results);
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

const replaceFailed = (code: number, msg: string, data: object) =>
  new BinanceFailure(code, msg, { status: code === -2021 ? 409 : 400, data });

/** Cancelled orders are returned one by one, so at most a page of them. */
const PAGE = 100;

export async function cancelAll(context: SignedContext) {
  const { parameters, clock } = context;
  const market = parameters.symbol();
  parameters.end();
  const marketType = `${market.coin}_${market.quote}`;
  const { content } = await own<{ content: Order[] }>(
    context,
    'GET',
    `/orders${query({ status: 'open', size: PAGE, marketType })}`,
  );
  if (content.length === 0) throw unknownOrder('CANCEL');
  const { count } = await own<{ count: number }>(context, 'DELETE', `/orders${query({ marketType })}`, {
    deed: 'CANCEL',
  });
  if (count === 0) throw unknownOrder('CANCEL');
  const now = clock.now();
  // The outcome of each is read: a fill may have come before the cancellation.
  const ended: Order[] = [];
  for (const { id } of content)
    ended.push((await own<{ baseDTO: Order }>(context, 'GET', `/orders/${id}?size=1`)).baseDTO);
  return ended.map((order) => cancelledShape(order, { clientOrderId: null, now }));
}

/** Reduces an order, which keeps its priority. */
export async function amendOrder(context: SignedContext) {
  const { parameters, clock } = context;
  const newQty = parameters.decimal('newQty');
  const newClientOrderId = parameters.text('newClientOrderId');
  if (newQty === null) throw malformed('newQty');
  const order = await namedOrder(context, 'CANCEL');
  const { baseDTO: amended } = await own<{ baseDTO: Order }>(context, 'PUT', `/orders/${order.id}`, {
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
