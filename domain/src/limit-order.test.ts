import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, COINS } from './assets.ts';
import { computeFee } from './fees.ts';
import {
  calculateHold,
  computeAveragePrice,
  computeFillFee,
  computeNotional,
  computePriceBand,
  type LimitOrderInput,
  maxNotionalForTotal,
  validateLimitOrder,
} from './limit-order.ts';
import { pow10 } from './money.ts';

const coin = fc.constantFrom(...COINS);
const feeRate = fc.bigInt({ min: 0n, max: 50_000n });
const price = fc.bigInt({ min: 1n, max: 10n ** 17n });
const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 });

describe('the value of an amount', () => {
  it('is rounded down to the unit of the quote', () => {
    expect(computeNotional('BITCOIN', 1n, 199_999_999n)).toBe(1n);
    expect(computeNotional('BITCOIN', 3n, 50_000_000n)).toBe(1n);
    expect(computeNotional('BITCOIN', 1n, 99_999_999n)).toBe(0n);
  });

  it('is below the exact one by less than a unit', () => {
    fc.assert(
      fc.property(coin, price, fc.bigInt({ min: 0n, max: 10n ** 20n }), (of, unitPrice, amount) => {
        const unit = pow10(ASSETS[of].scale);
        const below = amount * unitPrice - computeNotional(of, amount, unitPrice) * unit;
        expect(below).toBeGreaterThanOrEqual(0n);
        expect(below).toBeLessThan(unit);
      }),
    );
  });
});

describe('the fee of a fill', () => {
  it('sums up to the fee of a single fill, in however many parts an order is traded', () => {
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 50_000n }), (fills, rate) => {
        const executed = { notional: 0n, fee: 0n };
        for (const more of fills) {
          executed.fee += computeFillFee(executed, more, rate);
          executed.notional += more;
        }
        expect(executed.fee).toBe(computeFee(executed.notional, rate));
      }),
    );
  });

  it('is rounded up once and not for each part', () => {
    const first = computeFillFee({ notional: 0n, fee: 0n }, 10n, 4_000n);
    expect(first).toBe(1n);
    expect(computeFillFee({ notional: 10n, fee: first }, 10n, 4_000n)).toBe(0n);
  });

  it('never exceeds the seller’s proceeds', () => {
    expect(computeFillFee({ notional: 0n, fee: 0n }, 1n, 4_000n)).toBe(1n);
    expect(computeFillFee({ notional: 1_000_000n, fee: 0n }, 1n, 4_000n)).toBe(1n);
  });
});

describe('the hold of an order', () => {
  it('is the coin for a sale, and the price with the fee for a purchase', () => {
    expect(calculateHold('sell', 'BITCOIN', 7n, 10n ** 9n, 4_000n)).toBe(7n);
    expect(calculateHold('buy', 'BITCOIN', 10n ** 8n, 1_000_000n, 4_000n)).toBe(1_004_000n);
  });

  it('suffices for a purchase at its limit, in however many parts it is traded', () => {
    fc.assert(
      fc.property(coin, parts, price, feeRate, (of, fills, unitPrice, rate) => {
        const amount = fills.reduce((sum, part) => sum + part, 0n);
        const reserve = calculateHold('buy', of, amount, unitPrice, rate);
        const executed = { notional: 0n, fee: 0n };
        for (const part of fills) {
          const more = computeNotional(of, part, unitPrice);
          executed.fee += computeFillFee(executed, more, rate);
          executed.notional += more;
        }
        expect(executed.notional + executed.fee).toBeLessThanOrEqual(reserve);
      }),
    );
  });
});

describe('the amount bought for a total', () => {
  it('is the maximum whose value and fee the total covers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), feeRate, (total, rate) => {
        const notional = maxNotionalForTotal(total, rate);
        expect(notional + computeFee(notional, rate)).toBeLessThanOrEqual(total);
        expect(notional + 1n + computeFee(notional + 1n, rate)).toBeGreaterThan(total);
      }),
    );
  });

  it('leaves room for a fee that is rounded up', () => {
    expect(maxNotionalForTotal(100n, 4_000n)).toBe(99n);
    expect(maxNotionalForTotal(1n, 4_000n)).toBe(0n);
    expect(maxNotionalForTotal(0n, 4_000n)).toBe(0n);
  });
});

it('the price band is 20 % around the reference, rounded inwards to the tick', () => {
  expect(computePriceBand(1_000n, 1n)).toEqual({ low: 800n, high: 1_200n });
  expect(computePriceBand(1_001n, 10n)).toEqual({ low: 810n, high: 1_200n });
});

it('an average price is rounded down to the digits of the market', () => {
  expect(computeAveragePrice('TETHER', 'TOMAN', '200000', '2')).toBe('100000');
  expect(computeAveragePrice('TETHER', 'TOMAN', '200000', '0')).toBeNull();
});

describe('a limit order', () => {
  const terms = {
    coin: 'BITCOIN',
    quote: 'TOMAN',
    tick: 10n,
    lot: 100n,
    minNotional: 1_000n,
    maxAmount: 10n ** 9n,
  } as const;
  const right: LimitOrderInput = {
    terms,
    amount: 10n ** 8n,
    unitPrice: 1_000_000n,
    reference: 1_000_000n,
    balance: 1_004_000n,
    side: 'buy',
    feeRate: 4_000n,
  };

  it('is accepted with exactly its hold, at the ends of the band, and with the minimum and maximum', () => {
    expect(validateLimitOrder(right)).toBeNull();
    expect(validateLimitOrder({ ...right, unitPrice: 800_000n })).toBeNull();
    expect(validateLimitOrder({ ...right, unitPrice: 1_200_000n, balance: null })).toBeNull();
    expect(validateLimitOrder({ ...right, amount: 100_000n })).toBeNull();
    expect(validateLimitOrder({ ...right, amount: 10n ** 9n, balance: null })).toBeNull();
  });

  it.each([
    ['UNACCEPTABLE_AMOUNT', { amount: 0n }],
    ['UNACCEPTABLE_AMOUNT', { unitPrice: 0n }],
    ['AMOUNT_NOT_ALLOWED', { amount: 10n ** 8n + 1n }],
    ['AMOUNT_NOT_ALLOWED', { unitPrice: 1_000_001n }],
    ['AMOUNT_IS_HIGH', { amount: 10n ** 9n + 100n }],
    ['AMOUNT_IS_LOW', { amount: 99_900n }],
    ['PRICE_OUT_OF_BAND', { unitPrice: 799_990n }],
    ['PRICE_OUT_OF_BAND', { unitPrice: 1_200_010n }],
    ['NOT_ENOUGH_BALANCE_TOMAN', { balance: 1_003_999n }],
    ['Not Enough Balance', { side: 'sell', balance: 10n ** 8n - 1n }],
  ] as const)('is refused with %s for %o', (code, change) => {
    expect(validateLimitOrder({ ...right, ...change })).toBe(code);
  });
});
