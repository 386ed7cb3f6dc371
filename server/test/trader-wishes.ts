/** Random requests for traders.ts: execution options of an order, and orders that wait for a price. */

export interface TraderRequest {
  method: string;
  path: string;
  body?: object;
}

export const TICK = 1_000n;
/** Minimum amount of an order, and the visible part of an iceberg. */
export const MIN_AMOUNT = '0.0001';

/** Execution options of an order. */
export function randomManner(random: () => number): { timeInForce?: string; [name: string]: unknown } {
  const kind = random();
  const selfTradePrevention = ['NEWEST', 'OLDEST', 'BOTH'][Math.floor(random() * 3)];
  if (kind < 0.2) return { timeInForce: 'IOC', selfTradePrevention };
  if (kind < 0.3) return { timeInForce: 'FOK', selfTradePrevention };
  if (kind < 0.6) {
    const validUntil = new Date(Date.now() + Math.floor(random() * 3_000)).toISOString();
    return { timeInForce: 'GTD', validUntil, selfTradePrevention, postOnly: random() < 0.3 };
  }
  return { clientOrderId: `mine:${Math.floor(random() * 4)}`, selfTradePrevention };
}

/**
 * An order that waits for a price, two OCO orders, or a purchase with two orders that sell the result; so near that
 * trades within a hundredth of `price` trigger some of them.
 */
export function createTriggerRequest(marketType: string, price: bigint, random: () => number): TraderRequest {
  const roundAmount = (amount: bigint) => ((amount / TICK) * TICK).toString();
  /** Between `from` and `to` ten-thousandths of the price. */
  const priceBetween = (from: number, to: number) =>
    roundAmount((price * BigInt(from + Math.floor(random() * (to - from)))) / 10_000n);
  const amount = `0.000${2 + Math.floor(random() * 7)}`;
  const by = random() < 0.8 ? 'LAST' : 'REFERENCE';
  const limitBetween = (below: number, above: number) =>
    random() < 0.5 && { unitPrice: priceBetween(below, above) };
  const postRequest = (path: string, body: object): TraderRequest => ({
    method: 'POST',
    path,
    body: { marketType, amount, ...body },
  });

  const kind = random();
  if (kind < 0.2) {
    const trigger = { kind: 'STOP', by, price: priceBetween(9_900, 9_990) };
    return postRequest('/orders', {
      orderType: 'LIMITED_SELL',
      unitPrice: priceBetween(9_700, 9_900),
      trigger,
    });
  }
  if (kind < 0.35) {
    const trigger = { kind: 'TAKE_PROFIT', by, price: priceBetween(9_900, 9_990) };
    return postRequest('/orders', {
      orderType: 'LIMITED_BUY',
      unitPrice: priceBetween(9_900, 10_100),
      trigger,
    });
  }
  if (kind < 0.5) {
    const trigger = { kind: 'TRAILING_STOP', by, distance: priceBetween(10, 60) };
    return postRequest('/orders', { orderType: 'MARKET_SELL', trigger });
  }
  const stop = priceBetween(9_900, 9_970);
  if (kind < 0.75) {
    return postRequest('/orders/oco', {
      side: 'SELL',
      limit: { unitPrice: priceBetween(10_000, 10_080) },
      stop: { trigger: { kind: 'STOP', by, price: stop }, ...limitBetween(9_700, 9_900) },
    });
  }
  const entry =
    random() < 0.5
      ? { orderType: 'MARKET_BUY', amount }
      : { orderType: 'LIMITED_BUY', amount, unitPrice: priceBetween(9_980, 10_080) };
  return {
    method: 'POST',
    path: '/orders/bracket',
    body: {
      ...{ marketType, entry, takeProfit: { unitPrice: priceBetween(10_081, 10_150) } },
      stopLoss: { trigger: { by, price: stop }, ...limitBetween(9_700, 9_900) },
    },
  };
}
