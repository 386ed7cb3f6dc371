import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateHold, type OrderTerms } from './limit-order.ts';
import {
  computeOrderTotals,
  computeTrailingTrigger,
  computeTriggeredOrderTerms,
  computeWorstMarketPrice,
  isTriggerReached,
  isTriggerTooFar,
  roundToNearestTick,
  roundToOwnTick,
  type TriggeredOrderInput,
  validateBracket,
} from './waiting-order.ts';

const TERMS: OrderTerms = {
  coin: 'BITCOIN',
  quote: 'TETHER',
  tick: 10_000n,
  lot: 100n,
  minNotional: 5_000_000n,
  maxAmount: 10_000_000_000n,
};
const tether = (whole: bigint) => whole * 1_000_000n;
const SALE: TriggeredOrderInput = {
  side: 'sell',
  limited: true,
  amount: 1_000_000n,
  unitPrice: tether(60_000n),
  total: null,
};
const FEE_RATE = 3_000n;

describe('roundToOwnTick', () => {
  it("rounds a price off the tick in favour of the order's owner", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, 10n ** 6n), (price, tick) => {
        const [buy, sell, near] = [
          roundToOwnTick(price, tick, 'buy'),
          roundToOwnTick(price, tick, 'sell'),
          roundToNearestTick(price, tick),
        ];
        for (const one of [buy, sell, near]) {
          expect(one % tick).toBe(0n);
          expect(one).toBeGreaterThan(0n);
          expect(one - price < tick && price - one < tick).toBe(true);
        }
        if (price >= tick) expect(buy).toBeLessThanOrEqual(price);
        expect(sell).toBeGreaterThanOrEqual(price);
        expect(near === buy || near === sell).toBe(true);
      }),
    );
  });

  it('keeps a price on the tick', () => {
    for (const side of ['buy', 'sell'] as const) expect(roundToOwnTick(70_000n, 10_000n, side)).toBe(70_000n);
    expect(roundToNearestTick(70_000n, 10_000n)).toBe(70_000n);
    expect(roundToNearestTick(74_999n, 10_000n)).toBe(70_000n);
    expect(roundToNearestTick(75_001n, 10_000n)).toBe(80_000n);
  });
});

describe('the trigger price', () => {
  it('must be reached by a rise for a stop to buy and a take-profit to sell, otherwise by a fall', () => {
    expect(isTriggerReached('buy', 'STOP', 10n, 11n)).toBe(true);
    expect(isTriggerReached('buy', 'STOP', 10n, 9n)).toBe(false);
    expect(isTriggerReached('sell', 'STOP', 10n, 10n)).toBe(true);
    expect(isTriggerReached('sell', 'TRAILING_STOP', 10n, 11n)).toBe(false);
    expect(isTriggerReached('sell', 'TAKE_PROFIT', 10n, 11n)).toBe(true);
    expect(isTriggerReached('buy', 'TAKE_PROFIT', 10n, 9n)).toBe(true);
  });

  it('must be between a tenth and ten times the current price', () => {
    expect(isTriggerTooFar(100n, 1_000n)).toBe(false);
    expect(isTriggerTooFar(99n, 1_000n)).toBe(true);
    expect(isTriggerTooFar(10_000n, 1_000n)).toBe(false);
    expect(isTriggerTooFar(10_001n, 1_000n)).toBe(true);
    expect(isTriggerTooFar(computeTrailingTrigger('sell', 1_000n, 1_000n), 1_000n)).toBe(true);
    expect(computeTrailingTrigger('buy', 1_000n, 30n)).toBe(1_030n);
  });
});

describe('a triggered order', () => {
  it('has a hold of the coin for a sale, and of limit and fee for a purchase', () => {
    expect(computeTriggeredOrderTerms(SALE, tether(60_000n), TERMS, FEE_RATE)).toMatchObject({
      needs: 1_000_000n,
    });
    const buy = { ...SALE, side: 'buy' as const };
    expect(computeTriggeredOrderTerms(buy, tether(60_000n), TERMS, FEE_RATE)).toMatchObject({
      needs: calculateHold('buy', 'BITCOIN', 1_000_000n, tether(60_000n), FEE_RATE),
    });
  });

  it('has its limit checked against its trigger price', () => {
    const at = (unitPrice: bigint) =>
      computeTriggeredOrderTerms({ ...SALE, unitPrice }, tether(50_000n), TERMS, FEE_RATE);
    expect(at(tether(40_000n))).toMatchObject({ unitPrice: tether(40_000n) });
    expect(at(tether(39_999n))).toBe('PRICE_OUT_OF_BAND');
    expect(at(tether(60_001n))).toBe('PRICE_OUT_OF_BAND');
    expect(at(tether(50_000n) + 1n)).toBe('AMOUNT_NOT_ALLOWED');
  });

  it('has its total as the hold, and the amount that the total buys there', () => {
    const buy: TriggeredOrderInput = {
      side: 'buy',
      limited: false,
      amount: null,
      unitPrice: null,
      total: tether(1_003n),
    };
    expect(computeTriggeredOrderTerms(buy, tether(50_000n), TERMS, FEE_RATE)).toEqual({
      amount: 2_000_000n,
      unitPrice: tether(50_000n),
      needs: tether(1_003n),
    });
    expect(computeTriggeredOrderTerms({ ...buy, total: tether(5n) }, tether(50_000n), TERMS, FEE_RATE)).toBe(
      'AMOUNT_IS_LOW',
    );
  });

  it('may have a price between two ticks if it has no limit', () => {
    const trailing: TriggeredOrderInput = {
      side: 'sell',
      limited: false,
      amount: 1_000_000n,
      unitPrice: null,
      total: null,
    };
    expect(computeTriggeredOrderTerms(trailing, tether(50_000n) + 7n, TERMS, FEE_RATE)).toEqual({
      amount: 1_000_000n,
      unitPrice: tether(50_000n) + 7n,
      needs: 1_000_000n,
    });
  });
});

it('a market order may deviate five percent from the best price, rounded inwards to the tick', () => {
  expect(computeWorstMarketPrice('buy', 1_000_000n, 10_000n)).toBe(1_050_000n);
  expect(computeWorstMarketPrice('sell', 1_000_000n, 10_000n)).toBe(950_000n);
  expect(computeWorstMarketPrice('buy', 1_010_000n, 10_000n)).toBe(1_060_000n);
  expect(computeWorstMarketPrice('sell', 1_010_000n, 10_000n)).toBe(960_000n);
});

it('a seller receives the value less the fee, a buyer pays both', () => {
  expect(computeOrderTotals('sell', 1_000_000n, FEE_RATE)).toEqual({
    notional: 1_000_000n,
    fee: 3_000n,
    total: 997_000n,
  });
  expect(computeOrderTotals('buy', 1_000_000n, FEE_RATE)).toEqual({
    notional: 1_000_000n,
    fee: 3_000n,
    total: 1_003_000n,
  });
});

it('a bracket takes profit above its entry and stops below, both within the band', () => {
  const findError = (profit: bigint, stop: bigint, limited = true) =>
    validateBracket({ entry: 1_000n, now: 1_050n, limited, profit, stop }, 10n);
  expect(findError(1_100n, 900n)).toBeNull();
  expect(findError(1_000n, 900n)).toBe('PROFIT_LOW');
  expect(findError(1_100n, 1_000n)).toBe('STOP_HIGH');
  expect(findError(1_100n, 1_040n, false)).toBeNull();
  expect(findError(1_201n, 900n)).toBe('PROFIT_FAR');
  expect(findError(1_200n, 800n)).toBeNull();
  expect(findError(1_200n, 799n)).toBe('STOP_FAR');
});
