import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, COINS, scaleOf } from './assets.ts';
import { computeFee, computeReferralShare, parsePercent, percentText } from './fees.ts';
import { amountOf, pow10, truncateToOrderPrecision } from './money.ts';
import {
  computeAmountForTotal,
  computeQuickTrade,
  type QuickTrade,
  validateQuickTrade,
} from './quick-trade.ts';

const coin = fc.constantFrom(...COINS.filter((c) => c !== 'TETHER'));
const price = fc.bigInt({ min: 1_000n, max: 10n ** 17n });
const feeRate = fc.bigInt({ min: 0n, max: 50_000n });
const trade = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    coin,
    quote: fc.constantFrom('TOMAN' as const, 'TETHER' as const),
    unitPrice: price,
    steps: fc.bigInt({ min: 1n, max: 10n ** 8n }),
  })
  .map(({ steps, ...rest }) => ({
    ...rest,
    amount: amountOf(steps * pow10(scaleOf(rest.coin) - ASSETS[rest.coin].decimals)),
  }));

describe('computeQuickTrade', () => {
  it('charges a buyer the fee on top of the price, as in a worked example', () => {
    const example: QuickTrade = {
      side: 'buy',
      coin: 'BITCOIN',
      quote: 'TOMAN',
      amount: amountOf(193_844n),
      unitPrice: 12_845_200_000n * 1_000_000n,
    };
    const money = computeQuickTrade(example, parsePercent('0.4'));
    expect(money.notional).toBe(24_899_649_488_000n);
    expect(money.fee).toBe(99_598_597_952n);
    expect(money.total).toBe(money.notional + money.fee);
  });

  it('rounds in favour of the house by less than one unit, charges the fee once, and never pays out more than it receives', () => {
    fc.assert(
      fc.property(trade, feeRate, (t, w) => {
        const { notional, fee, total } = computeQuickTrade(t, w);
        const exact = t.amount * t.unitPrice;
        const unit = pow10(scaleOf(t.coin));
        if (t.side === 'buy') expect(notional * unit >= exact && notional * unit - exact < unit).toBe(true);
        else expect(notional * unit <= exact && exact - notional * unit < unit).toBe(true);
        expect(fee >= 0n && fee * 1_000_000n >= 0n).toBe(true);
        expect(total).toBe(t.side === 'buy' ? notional + fee : notional - fee);
        expect(total >= 0n).toBe(true);
      }),
    );
  });

  it('allows no profit from selling at the price of the purchase', () => {
    fc.assert(
      fc.property(trade, feeRate, (t, w) => {
        const cost = computeQuickTrade({ ...t, side: 'buy' }, w).total;
        const got = computeQuickTrade({ ...t, side: 'sell' }, w).total;
        expect(got <= cost).toBe(true);
      }),
    );
  });
});

describe('amountForTotal', () => {
  it('never costs a buyer more than the total, and one more step would', () => {
    fc.assert(
      fc.property(trade, feeRate, fc.bigInt({ min: 1n, max: 10n ** 17n }), (t, w, total) => {
        const bought = { ...t, side: 'buy' as const };
        const amount = computeAmountForTotal({ ...bought, total }, w);
        const step = pow10(scaleOf(t.coin) - ASSETS[t.coin].decimals);
        expect(amount).toBe(truncateToOrderPrecision(amount, t.coin));
        if (amount > 0n) expect(computeQuickTrade({ ...bought, amount }, w).total <= total).toBe(true);
        // If a step costs almost nothing, the two roundings are reserved instead.
        const more = amountOf(amount + 2n * step);
        if (t.unitPrice * step <= 2n * pow10(scaleOf(t.coin))) return;
        expect(computeQuickTrade({ ...bought, amount: more }, w).total > total).toBe(true);
      }),
    );
  });

  it('pays a seller at least the total', () => {
    fc.assert(
      fc.property(trade, feeRate, fc.bigInt({ min: 1n, max: 10n ** 15n }), (t, w, total) => {
        const sold = { ...t, side: 'sell' as const };
        const amount = computeAmountForTotal({ ...sold, total }, w);
        expect(computeQuickTrade({ ...sold, amount }, w).total >= total).toBe(true);
      }),
    );
  });

  it('returns immediately at prices where many steps make one unit', () => {
    const tiny = {
      side: 'sell' as const,
      coin: 'ETHEREUM' as const,
      quote: 'TETHER' as const,
      unitPrice: 1n,
    };
    const amount = computeAmountForTotal({ ...tiny, total: 1000n }, 4_000n);
    expect(computeQuickTrade({ ...tiny, amount }, 4_000n).total >= 1000n).toBe(true);
    const bought = computeAmountForTotal({ ...tiny, side: 'buy', total: 1000n }, 4_000n);
    expect(computeQuickTrade({ ...tiny, side: 'buy', amount: bought }, 4_000n).total <= 1000n).toBe(true);
  });

  it('is 0 without a price or a total', () => {
    const base = { side: 'buy' as const, coin: 'BITCOIN' as const, quote: 'TOMAN' as const };
    expect(computeAmountForTotal({ ...base, unitPrice: 0n, total: 5n }, 0n)).toBe(0n);
    expect(computeAmountForTotal({ ...base, unitPrice: 5n, total: 0n }, 0n)).toBe(0n);
  });
});

describe('validateQuickTrade', () => {
  const buy: QuickTrade = {
    side: 'buy',
    coin: 'BITCOIN',
    quote: 'TOMAN',
    amount: amountOf(100_000n),
    unitPrice: 10n ** 16n,
  };
  const check = (
    over: Partial<QuickTrade> = {},
    rest: { supervisor?: boolean; balance?: bigint | null } = {},
  ) => {
    const t = { ...buy, ...over };
    return validateQuickTrade({
      trade: t,
      money: computeQuickTrade(t, 4_000n),
      limits: { minAmount: 10_000n, maxAmount: 200_000_000n },
      supervisor: false,
      balance: 10n ** 18n,
      ...rest,
    });
  };

  it('returns the first reason of requirements §5.1', () => {
    expect(check()).toBeNull();
    expect(check({ amount: amountOf(0n) }, { supervisor: true })).toBe('QUICK_TRADE_DISABLED_FOR_MARKETER');
    expect(check({ amount: amountOf(0n) })).toBe('UNACCEPTABLE_AMOUNT');
    expect(check({ amount: amountOf(9_999n) })).toBe('AMOUNT_IS_LOW');
    expect(check({ amount: amountOf(200_000_001n) })).toBe('AMOUNT_IS_HIGH');
    expect(check({}, { balance: 0n })).toBe('NOT_ENOUGH_BALANCE_TOMAN');
    expect(check({ quote: 'TETHER' }, { balance: 0n })).toBe('Not Enough Balance');
    expect(check({ side: 'sell' }, { balance: 99_999n })).toBe('Not Enough Balance');
    expect(check({ coin: 'DOGE_COIN', amount: amountOf(150_000_001n) })).toBe('AMOUNT_NOT_ALLOWED');
    expect(check({}, { balance: null })).toBeNull();
  });
});

describe('fees', () => {
  it('are never negative, never more than one unit above the exact share, and pay the inviter at most 30 %', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), feeRate, (notional, w) => {
        const fee = computeFee(notional, w);
        expect(fee * 1_000_000n >= notional * w && fee * 1_000_000n - notional * w < 1_000_000n).toBe(true);
        expect(computeReferralShare(fee) * 10n <= fee * 3n).toBe(true);
      }),
    );
  });

  it('parse and format percentages', () => {
    for (const text of ['0.4', '0.35', '0', '12.5', '0.0001'])
      expect(percentText(parsePercent(text))).toBe(text);
    expect(() => parsePercent('0.00001')).toThrow();
  });
});
