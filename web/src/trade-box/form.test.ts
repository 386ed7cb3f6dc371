import {
  type Asset,
  amountOf,
  COINS,
  computeQuickTrade,
  formatDecimal,
  parseDecimal,
  scaleOf,
} from '@sarraf/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createEmptyForm,
  findRemedy,
  findTradeBlocker,
  formatLines,
  formatWholeBalance,
  getMarket,
  listTradableCoins,
  parseLimits,
  planQuickTrade,
  setEntryText,
  type TradeConditions,
  type TradeForm,
} from './form.ts';

const BTC_TOMAN = { coin: 'BITCOIN', quote: 'TOMAN' } as const;
const FEE_RATE = 4_000n;
/** 12,845,200,000 Toman for one bitcoin. */
const PRICE = 12_845_200_000n * 1_000_000n;
const LIMITS = { minAmount: 10_000n, maxAmount: 200_000_000n };
const STANDING: TradeConditions = { limits: LIMITS, supervisor: false, halted: false, balance: null };

const decimalOf = (units: bigint, asset: Asset): string => formatDecimal(units, scaleOf(asset));
const typed = (side: 'buy' | 'sell', line: 'amount' | 'total', text: string): TradeForm =>
  setEntryText(createEmptyForm('BITCOIN', side), BTC_TOMAN, line, text);
const reason = (form: TradeForm, standing: Partial<TradeConditions> = {}, price: bigint | null = PRICE) =>
  findTradeBlocker(form, BTC_TOMAN, planQuickTrade(form, BTC_TOMAN, price, FEE_RATE), {
    ...STANDING,
    ...standing,
  });

describe('marketOf', () => {
  it('defaults to Bitcoin in Toman in Persian and in Tether in English', () => {
    expect(getMarket(createEmptyForm(), 'fa')).toEqual({ coin: 'BITCOIN', quote: 'TOMAN' });
    expect(getMarket(createEmptyForm(), 'en')).toEqual({ coin: 'BITCOIN', quote: 'TETHER' });
  });

  it('trades Tether against Toman only', () => {
    const form: TradeForm = { ...createEmptyForm('TETHER'), quote: 'TETHER' };
    expect(getMarket(createEmptyForm('TETHER'), 'fa')).toEqual({ coin: 'TETHER', quote: 'TOMAN' });
    expect(getMarket(form, 'fa')).toEqual({ coin: 'BITCOIN', quote: 'TETHER' });
    expect(getMarket(createEmptyForm('TETHER'), 'en').coin).toBe('BITCOIN');
    expect(listTradableCoins('TOMAN')).toContain('TETHER');
    expect(listTradableCoins('TETHER')).not.toContain('TETHER');
  });

  it('quotes in Tether in English, whatever quote was chosen in Persian', () => {
    expect(getMarket({ ...createEmptyForm(), quote: 'TOMAN' }, 'en').quote).toBe('TETHER');
  });
});

describe('lineTexts', () => {
  it('calculates the amount from the total, including the fee', () => {
    const form = typed('buy', 'total', '25000000');
    const deal = planQuickTrade(form, BTC_TOMAN, PRICE, FEE_RATE);
    expect(formatLines(form, BTC_TOMAN, deal)).toEqual({ amount: '0.00193849', total: '25000000' });
    expect(deal?.money.total).toBeLessThanOrEqual(25_000_000_000_000n);
  });

  it('calculates the total from the amount, in the quote’s decimals', () => {
    const form = typed('buy', 'amount', '0.001');
    const deal = planQuickTrade(form, BTC_TOMAN, PRICE, FEE_RATE);
    expect(formatLines(form, BTC_TOMAN, deal)).toEqual({ amount: '0.001', total: '12896580' });
  });

  it('shows the total in two decimals of Tether', () => {
    const market = { coin: 'BITCOIN', quote: 'TETHER' } as const;
    const price = 108_589_700_000n;
    const amount = setEntryText(createEmptyForm('BITCOIN', 'buy', 'TETHER'), market, 'amount', '0.00123456');
    // 134.060… and 0.4 % of it: 134.596…
    expect(formatLines(amount, market, planQuickTrade(amount, market, price, FEE_RATE)).total).toBe('134.59');
  });

  it('deducts the fee from the total of a sale', () => {
    const form = typed('sell', 'amount', '0.001');
    const deal = planQuickTrade(form, BTC_TOMAN, PRICE, FEE_RATE);
    expect(formatLines(form, BTC_TOMAN, deal).total).toBe('12793819');
  });

  it('has only the typed line until a price is known', () => {
    const form = typed('buy', 'total', '25000000');
    expect(formatLines(form, BTC_TOMAN, planQuickTrade(form, BTC_TOMAN, null, FEE_RATE))).toEqual({
      amount: '',
      total: '25000000',
    });
  });

  it('ignores an amount of another coin and a total of another quote', () => {
    const amount = typed('buy', 'amount', '0.5');
    const total = typed('buy', 'total', '25000000');
    const other = { coin: 'ETHEREUM', quote: 'TOMAN' } as const;
    const tether = { coin: 'BITCOIN', quote: 'TETHER' } as const;
    expect(formatLines(amount, other, null).amount).toBe('');
    expect(formatLines(total, other, null).total).toBe('25000000');
    expect(formatLines(amount, tether, null).amount).toBe('0.5');
    expect(formatLines(total, tether, null).total).toBe('');
  });

  it('agrees with the server on every trade: a typed total is never exceeded, and no larger amount would fit in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COINS.filter((coin) => coin !== 'TETHER')),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 17n }),
        (coin, side, total, unitPrice) => {
          const market = { coin, quote: 'TOMAN' } as const;
          const form = setEntryText(createEmptyForm(coin, side), market, 'total', total.toString());
          const deal = planQuickTrade(form, market, unitPrice, FEE_RATE);
          if (!deal || deal.amount === 0n) return;
          expect(deal.money).toEqual(
            computeQuickTrade({ side, ...market, amount: deal.amount, unitPrice }, FEE_RATE),
          );
          const written = parseDecimal(total.toString(), scaleOf('TOMAN')) ?? 0n;
          if (side === 'buy') expect(deal.money.total).toBeLessThanOrEqual(written);
          else expect(deal.money.total).toBeGreaterThanOrEqual(written);
        },
      ),
    );
  });
});

describe('findTradeBlocker', () => {
  it('returns the first reason in the order of the specification', () => {
    expect(reason(createEmptyForm(), { supervisor: true, halted: true })).toBe('SUPERVISOR');
    expect(reason(typed('buy', 'amount', '1'), { halted: true })).toBe('INACTIVE');
    expect(reason(createEmptyForm())).toBe('MANDATORY');
    expect(reason(typed('buy', 'amount', '0.00'))).toBe('MANDATORY');
    expect(reason(typed('buy', 'amount', '0.00009'), { balance: 0n })).toBe('MIN');
    expect(reason(typed('buy', 'amount', '2.00000001'), { balance: 0n })).toBe('MAX');
    expect(reason(typed('buy', 'amount', '1'), { balance: 1n })).toBe('BALANCE');
    expect(reason(typed('buy', 'amount', '1'), {}, null)).toBe('WAIT');
    expect(reason(typed('buy', 'amount', '1'))).toBeNull();
  });

  it('checks a buy by its total including the fee, and a sell by its coins', () => {
    const total = planQuickTrade(typed('buy', 'amount', '1'), BTC_TOMAN, PRICE, FEE_RATE)?.money.total ?? 0n;
    expect(reason(typed('buy', 'amount', '1'), { balance: total })).toBeNull();
    expect(reason(typed('buy', 'amount', '1'), { balance: total - 1n })).toBe('BALANCE');
    expect(reason(typed('sell', 'amount', '1'), { balance: 100_000_000n })).toBeNull();
    expect(reason(typed('sell', 'amount', '1'), { balance: 99_999_999n })).toBe('BALANCE');
  });

  it('returns MIN for a total below the smallest step, not a missing amount', () => {
    expect(reason(typed('buy', 'total', '1'))).toBe('MIN');
  });

  it('leaves an unknown balance to the server', () => {
    expect(reason(typed('buy', 'amount', '2'), { balance: null })).toBeNull();
  });
});

describe('limits and balance', () => {
  it('uses the specification’s limits until the coin’s are loaded', () => {
    expect(parseLimits('BITCOIN', undefined)).toEqual({ minAmount: 0n, maxAmount: 10n ** 14n });
    expect(parseLimits('BITCOIN', { minAmountExchange: '0.0001', maxAmountExchange: '2' })).toEqual(LIMITS);
  });

  it('formatWholeBalance truncates a balance to the line’s decimals', () => {
    expect(formatWholeBalance('buy', BTC_TOMAN, amountOf(500_000_000_999_999n))).toBe('500000000');
    expect(formatWholeBalance('sell', BTC_TOMAN, amountOf(50_000_000n))).toBe('0.5');
    expect(
      formatWholeBalance('sell', { coin: 'ETHEREUM', quote: 'TOMAN' }, amountOf(1_234_567_000_000_000_000n)),
    ).toBe('1.2345');
  });
});

describe('findRemedy', () => {
  const remedy = (form: TradeForm, standing: Partial<TradeConditions> = {}) => {
    const whole = { ...STANDING, ...standing };
    const why = reason(form, standing);
    return { why, ...findRemedy(why, form, BTC_TOMAN, PRICE, FEE_RATE, whole) };
  };

  it('returns the minimum and maximum in the unit that was typed', () => {
    expect(remedy(typed('buy', 'total', '1000'))).toMatchObject({
      why: 'MIN',
      limit: { line: 'total', asset: 'TOMAN', text: '1289659' },
      fill: { line: 'amount', asset: 'BITCOIN', text: '0.0001' },
    });
    expect(remedy(typed('buy', 'amount', '0.00000001'))).toMatchObject({
      why: 'MIN',
      limit: { line: 'amount', asset: 'BITCOIN', text: '0.0001' },
    });
    expect(remedy(typed('sell', 'amount', '3'))).toMatchObject({ why: 'MAX', limit: { text: '2' } });
  });

  it('returns the whole balance if it may be traded', () => {
    expect(remedy(typed('buy', 'amount', '0.01'), { balance: 5_000_000n * 1_000_000n })).toMatchObject({
      why: 'BALANCE',
      limit: { line: 'total', text: '5000000' },
      fill: { line: 'total', text: '5000000' },
    });
    expect(remedy(typed('buy', 'amount', '0.01'), { balance: 1_000_000n })).toMatchObject({ fill: null });
  });

  it('returns a fill that removes every reason, for any input, price and fee', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.constantFrom('amount' as const, 'total' as const),
        fc.constantFrom('TOMAN' as const, 'TETHER' as const),
        fc.bigInt(1n, 10n ** 17n),
        fc.bigInt(0n, 20_000n),
        fc.bigInt(0n, 10n ** 9n),
        fc.bigInt(1n, 10n ** 16n),
        (side, line, quote, price, feeRate, minAmount, written) => {
          const market = { coin: 'BITCOIN', quote } as const;
          const standing = { ...STANDING, limits: { minAmount, maxAmount: 10n ** 16n } };
          const asset = line === 'amount' ? 'BITCOIN' : quote;
          const form = setEntryText(
            createEmptyForm('BITCOIN', side, quote),
            market,
            line,
            decimalOf(written, asset),
          );
          const why = findTradeBlocker(form, market, planQuickTrade(form, market, price, feeRate), standing);
          fc.pre(why === 'MIN' || why === 'MAX');
          expect(findRemedy(why, form, market, price, feeRate, standing)?.fill).not.toBeNull();
        },
      ),
    );
  });
});
