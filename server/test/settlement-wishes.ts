/** Random requests of the users in the settlement's random histories. */
import { computeNotional } from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { MARKETS, type Market, type OrderWish } from './settlement-meeting.ts';
import type { BracketWish, TriggerModel, TriggerWish } from './settlement-waiting.ts';

/** Returns a whole number from 0 to below this. */
export type Random = (below: number) => number;

/** The clock of a history advances by these steps; within a step it stands still, and times end in between. */
export const STEP_MS = 10_000;

const TYPES = [
  'LIMITED_BUY',
  'LIMITED_SELL',
  'LIMITED_BUY',
  'LIMITED_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
] as const;
const LIMIT_TIMES = ['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTD', 'GTD'] as const;
const SELF_TRADES = ['NEWEST', 'NEWEST', 'OLDEST', 'BOTH'] as const;

export const pickOne = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T;

export const randomLots = (random: Random, market: Market): bigint =>
  // A few big ones, most small; never below the minimum.
  BigInt(200 + random(random(8) === 0 ? 40_000 : 4_000)) * (market.coin === 'TETHER' ? 10n : 1n) * market.lot;

/** A thousandth of the initial price of a market's coin. */
const priceStep = (market: Market): bigint => market.price * 1_000n;
export const randomPrice = (random: Random, market: Market): bigint =>
  market.price * 1_000_000n + BigInt(random(41) - 20) * priceStep(market);

/** Occasionally too small a part. */
function randomPart(random: Random, amount: bigint, { lot }: Market): bigint {
  const part = amount / (random(10) === 0 ? 150n : BigInt(2 + random(8)));
  return part - (part % lot) + lot;
}

const plain = { until: null, postOnly: false, clientId: null, display: null, selfTrade: 'NEWEST' } as const;

export function createWish(random: Random, name: number, now: number): OrderWish {
  const market = pickOne(random, MARKETS);
  const type: OrderType = pickOne(random, TYPES);
  const limited = type.startsWith('LIMITED');
  const byTotal = type === 'MARKET_BUY' && random(2) === 0;
  const amount = randomLots(random, market);
  const timeInForce = limited
    ? pickOne(random, LIMIT_TIMES)
    : pickOne(random, ['IOC', 'IOC', 'FOK'] as const);
  const waits = timeInForce === 'GTC' || timeInForce === 'GTD';
  return {
    name,
    market,
    type,
    amount: byTotal ? null : amount,
    total: byTotal ? computeNotional(market.coin, amount, market.price * 1_000_000n) : null,
    price: limited ? randomPrice(random, market) : null,
    timeInForce,
    until: timeInForce === 'GTD' ? now + STEP_MS / 2 + random(3) * STEP_MS : null,
    postOnly: (timeInForce === 'GTC' || timeInForce === 'GTD') && random(6) === 0,
    selfTrade: pickOne(random, SELF_TRADES),
    clientId: random(5) === 0 ? `mine:${random(3)}` : null,
    display: limited && waits && random(3) === 0 ? randomPart(random, amount, market) : null,
  };
}

/** A stop, a take-profit or a trailing stop, of a limit or a market order; occasionally one whose price is reached. */
export function createStopWish(random: Random, name: number, model: TriggerModel): TriggerWish {
  const market = pickOne(random, MARKETS);
  const type: OrderType = pickOne(random, TYPES);
  const limited = type.startsWith('LIMITED');
  const by = pickOne(random, ['LAST', 'LAST', 'REFERENCE'] as const);
  const trails = !limited && random(2) === 0;
  const trigger = randomPrice(random, market);
  // A purchase is a stop above the current price, a sale one below it.
  const isStop = trigger > model.watchedPrice(market, by) === type.endsWith('BUY');
  const kind = isStop === random(8) > 0 ? 'STOP' : 'TAKE_PROFIT';
  const amount = randomLots(random, market);
  const byTotal = type === 'MARKET_BUY' && random(2) === 0;
  // A purchase at the best available price names the worst price that it accepts, or its total.
  const worst = market.price * 1_000_000n + BigInt(15 + random(20)) * priceStep(market);
  return {
    ...{ ...plain, name, market, type, by, timeInForce: limited ? 'GTC' : 'IOC' },
    kind: trails ? 'TRAILING_STOP' : kind,
    trigger: trails ? null : trigger,
    distance: trails ? BigInt(1 + random(15)) * priceStep(market) : null,
    amount: byTotal ? null : amount,
    total: byTotal ? computeNotional(market.coin, amount, market.price * 1_000_000n) : null,
    price: limited ? randomPrice(random, market) : type === 'MARKET_BUY' && !byTotal ? worst : null,
    selfTrade: pickOne(random, SELF_TRADES),
    clientId: random(6) === 0 ? `mine:${random(3)}` : null,
  };
}

/** A limit order and a stop of the same amount, usually on both sides of the current price. */
export function createOcoWish(random: Random, names: readonly [number, number], model: TriggerModel) {
  const market = pickOne(random, MARKETS);
  const buys = random(2) === 0;
  const step = priceStep(market);
  const now = model.watchedPrice(market, 'LAST');
  const priceAway = (of: number) => BigInt(random(of)) * step;
  const [amount, up] = [randomLots(random, market), buys ? 1n : -1n];
  const both = { ...plain, market, amount, total: null };
  const limit: OrderWish = {
    ...{ ...both, name: names[0], type: buys ? 'LIMITED_BUY' : 'LIMITED_SELL', timeInForce: 'GTC' },
    price: now - up * (step + priceAway(12)),
  };
  const limited = buys || random(3) === 0;
  const trails = !limited && random(2) === 0;
  const trigger = now + up * (step + priceAway(12));
  const stop: TriggerWish = {
    ...{ ...both, name: names[1], by: pickOne(random, ['LAST', 'LAST', 'REFERENCE'] as const) },
    type: `${limited ? 'LIMITED' : 'MARKET'}_${buys ? 'BUY' : 'SELL'}`,
    timeInForce: limited ? 'GTC' : 'IOC',
    kind: trails ? 'TRAILING_STOP' : 'STOP',
    trigger: trails ? null : trigger,
    distance: trails ? step + priceAway(12) : null,
    price: limited ? trigger + up * priceAway(10) : null,
  };
  return { limit, stop };
}

/** A purchase, and the two orders that sell the result. */
export function createBracketWish(
  random: Random,
  names: readonly [number, number, number],
  model: TriggerModel,
  clockNow: number,
): BracketWish {
  const market = pickOne(random, MARKETS);
  const step = priceStep(market);
  const priceAway = (of: number) => BigInt(1 + random(of)) * step;
  const limited = random(3) > 0;
  const by = pickOne(random, ['LAST', 'LAST', 'REFERENCE'] as const);
  const now = model.watchedPrice(market, by);
  const best = model.bestPrice(market, 'sell', clockNow);
  const price = now + BigInt(random(9) - 4) * step;
  const dear = limited ? price : best !== null && best > now ? best : now;
  const trigger = (limited ? price : now) - priceAway(12);
  const entry: OrderWish = {
    ...{ ...plain, name: names[0], market, type: limited ? 'LIMITED_BUY' : 'MARKET_BUY', total: null },
    ...{ amount: randomLots(random, market), price: limited ? price : null },
    timeInForce: limited ? 'GTC' : 'IOC',
  };
  return {
    entry,
    profit: { name: names[1], price: dear + priceAway(12) },
    stop: { name: names[2], by, trigger, limit: random(2) === 0 ? trigger - priceAway(4) + step : null },
  };
}
