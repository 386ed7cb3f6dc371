import { calculateHold, type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import { EMPTY_FORM, type OrderContext, type OrderFormState, type OrderMarket } from '../form.ts';
import { toOrderBody } from '../place-order.ts';
import { findOrderReason, needsConfirmation } from '../reasons.ts';
import { computeBlockedAmount, listOutcomes, planWholeOrder } from './plan.ts';
import { type AdvancedState, DEFAULT_ADVANCED, dropInapplicable, listAdvancedTypes } from './state.ts';

const MARKET: OrderMarket = { coin: 'BITCOIN', quote: 'TETHER' };
const tether = (text: string) => parseTrustedDecimal(text, scaleOf('TETHER'));
const btc = (text: string) => parseTrustedDecimal(text, scaleOf('BITCOIN'));
const TERMS: OrderTerms = {
  ...MARKET,
  tick: tether('0.1'),
  lot: btc('0.00001'),
  minNotional: tether('5'),
  maxAmount: btc('100'),
};
const FEE_RATE = 3_000n;
const KNOWN: OrderContext = {
  terms: TERMS,
  book: {
    asks: [{ price: tether('50010'), amount: btc('5') }],
    bids: [{ price: tether('49990'), amount: btc('5') }],
  },
  feeRate: FEE_RATE,
  reference: tether('50100'),
  last: tether('50000'),
};
const amount = (text: string) => ({ line: 'amount' as const, text });

interface Change extends Partial<Omit<OrderFormState, 'more'>> {
  more?: Partial<AdvancedState>;
}
function form({ more, ...change }: Change): OrderFormState {
  const side = change.side ?? 'sell';
  const kind = change.kind ?? 'limit';
  const base = { ...EMPTY_FORM, side, kind, entry: amount('0.1'), ...change };
  return { ...base, more: dropInapplicable({ ...DEFAULT_ADVANCED, ...more }, kind, side) };
}
function planned(change: Change, orderContext = KNOWN) {
  const plan = planWholeOrder(form(change), MARKET, orderContext);
  if (!plan) throw new Error('no plan');
  return plan;
}
const reason = (change: Change, balance: bigint | null = null, orderContext = KNOWN) =>
  findOrderReason(form(change), planWholeOrder(form(change), MARKET, orderContext), orderContext, {
    ...{ inactive: false, closed: false, offline: false, mayBuy: true, balance },
  });
const body = (change: Change) => toOrderBody(planned(change), form(change).more, 0);
const cases = (change: Change) =>
  Object.fromEntries(
    listOutcomes(planned(change), TERMS.tick, FEE_RATE).map(({ key, units }) => [key, units]),
  );

const STOP: Change = { price: '48900', more: { extra: 'stop', trigger: '49000' } };
const STOP_MARKET: Change = { kind: 'market', more: { extra: 'stop', trigger: '49000' } };

describe('options of an order', () => {
  test('a limit order has no trailing stop, and a sale has no bracket', () => {
    expect(listAdvancedTypes('limit', 'buy')).not.toContain('trailing');
    expect(listAdvancedTypes('market', 'sell')).not.toContain('bracket');
    expect(listAdvancedTypes('market', 'buy')).not.toContain('oco');
  });

  test('dropInapplicable drops options that don’t apply to another kind of order', () => {
    const more: AdvancedState = { ...DEFAULT_ADVANCED, extra: 'oco', time: 'GTD', postOnly: true };
    expect(dropInapplicable(more, 'market', 'buy')).toMatchObject({
      extra: 'none',
      time: 'IOC',
      postOnly: false,
    });
    expect(dropInapplicable({ ...more, extra: 'none' }, 'limit', 'buy')).toMatchObject({
      time: 'GTD',
      postOnly: true,
    });
    expect(dropInapplicable({ ...more, extra: 'none', time: 'FOK' }, 'limit', 'buy').postOnly).toBe(false);
  });
});

describe('a stop order', () => {
  test('blocks the coin of a sale and waits for its price', () => {
    expect(reason(STOP)).toBeNull();
    expect(computeBlockedAmount(planned(STOP), FEE_RATE)).toBe(btc('0.1'));
    expect(body(STOP)).toEqual({
      marketType: 'BITCOIN_TETHER',
      orderType: 'LIMITED_SELL',
      amount: '0.10000000',
      unitPrice: '48900',
      trigger: { kind: 'STOP', by: 'LAST', price: '49000' },
    });
    expect(needsConfirmation(planned(STOP), KNOWN.book)).toBe(true);
  });

  test('a sale without a limit has no worst price, and shows its possible proceeds', () => {
    expect(body(STOP_MARKET)).not.toHaveProperty('unitPrice');
    expect(cases(STOP_MARKET)).toEqual({
      triggered: tether('4885.3'),
      // Five percent below 49,000, less the fee.
      worst: tether('4641.035'),
    });
  });

  test('a purchase without a limit has a maximum cost, which is blocked', () => {
    const buy: Change = { side: 'buy', kind: 'market', more: { extra: 'stop', trigger: '51000' } };
    expect(reason(buy)).toBeNull();
    expect(body(buy)).toMatchObject({ amount: '0.10000000', unitPrice: '53550' });
    expect(computeBlockedAmount(planned(buy), FEE_RATE)).toBe(
      calculateHold('buy', 'BITCOIN', btc('0.1'), tether('53550'), FEE_RATE),
    );
    const total = { ...buy, entry: { line: 'total' as const, text: '1000' } };
    expect(body(total)).toMatchObject({ totalPrice: '1000.00' });
    expect(body(total)).not.toHaveProperty('unitPrice');
    expect(computeBlockedAmount(planned(total), FEE_RATE)).toBe(tether('1000'));
  });

  test('is refused if its price is reached, too far, missing or too far from its limit', () => {
    const at = (trigger: string, price = '48900') =>
      reason({ ...STOP, price, more: { extra: 'stop', trigger } });
    expect(at('')).toBe('TRIGGER');
    expect(at('50000')).toBe('REACHED');
    expect(at('4999.9')).toBe('FAR');
    expect(at('49000', '39199.9')).toBe('TRIGGER_BAND');
    expect(at('49000', '39200')).toBeNull();
    expect(reason(STOP, btc('0.09999'))).toBe('BALANCE');
    expect(reason({ ...STOP, entry: amount('0.000001') })).toBe('LOT');
    expect(reason({ ...STOP, entry: amount('0.0001') })).toBe('MIN');
  });

  test('triggered by the reference price is validated against it', () => {
    const by = (trigger: string, by: 'LAST' | 'REFERENCE') =>
      reason({ ...STOP, price: '50000', more: { extra: 'stop', trigger, by } });
    expect(by('50050', 'REFERENCE')).toBeNull();
    expect(by('50050', 'LAST')).toBe('REACHED');
  });

  test('a take profit is on the other side of the price', () => {
    const at = (trigger: string) => reason({ kind: 'market', more: { extra: 'takeProfit', trigger } });
    expect(at('51000')).toBeNull();
    expect(at('49000')).toBe('REACHED');
  });

  test('rounds a trigger price to the nearest tick', () => {
    expect(body({ ...STOP, more: { extra: 'stop', trigger: '49000.04' } })).toMatchObject({
      trigger: { price: '49000' },
    });
  });
});

describe('a trailing stop', () => {
  const trailing = (distance: string, side: 'buy' | 'sell' = 'sell'): Change => ({
    ...{ side, kind: 'market', more: { extra: 'trailing', distance } },
  });
  test('starts at its distance from the current price', () => {
    expect(planned(trailing('500')).waits).toMatchObject({ price: tether('49500') });
    expect(planned(trailing('500', 'buy')).waits).toMatchObject({ price: tether('50500') });
    expect(body(trailing('500'))).toMatchObject({
      trigger: { kind: 'TRAILING_STOP', by: 'LAST', distance: '500' },
    });
  });
  test('must be less distant than the price itself', () => {
    expect(reason(trailing('500'))).toBeNull();
    expect(reason(trailing('50000'))).toBe('DISTANCE_FAR');
    expect(reason(trailing(''))).toBe('DISTANCE');
  });
});

describe('an OCO', () => {
  const oco = (more: Partial<AdvancedState>, change: Change = {}): Change => ({
    ...{ price: '52000', ...change, more: { extra: 'oco', trigger: '49000', ...more } },
  });
  test('blocks the larger amount that either order may need', () => {
    const buy = oco({ trigger: '51000', stopLimit: '51500' }, { side: 'buy', price: '48000' });
    expect(reason(buy)).toBeNull();
    expect(computeBlockedAmount(planned(buy), FEE_RATE)).toBe(
      calculateHold('buy', 'BITCOIN', btc('0.1'), tether('51500'), FEE_RATE),
    );
    expect(computeBlockedAmount(planned(oco({})), FEE_RATE)).toBe(btc('0.1'));
  });
  test('has a resting limit order, and a stop with a maximum cost', () => {
    expect(reason(oco({}))).toBeNull();
    expect(reason(oco({}, { price: '49990' }))).toBe('WOULD_TAKE');
    expect(reason(oco({ trigger: '51000' }, { side: 'buy', price: '48000' }))).toBe('STOP_LIMIT');
    expect(reason(oco({ trigger: '50500' }))).toBe('REACHED');
    expect(reason(oco({ stopLimit: '30000' }))).toBe('STOP_BAND');
  });
  test('shows the outcome of either order', () => {
    expect(cases(oco({}))).toEqual({
      atLimit: tether('5184.4'),
      atStop: tether('4885.3'),
      worst: tether('4641.035'),
    });
    expect(cases(oco({ stopLimit: '48900' }))).toEqual({
      atLimit: tether('5184.4'),
      atStop: tether('4875.33'),
    });
  });
});

describe('a bracket', () => {
  const bracket = (more: Partial<AdvancedState>, change: Change = {}): Change => ({
    ...{ side: 'buy', price: '50000', ...change },
    more: { extra: 'bracket', profit: '55000', trigger: '48000', ...more },
  });
  test('shows its profit and loss after the fees of both trades', () => {
    // Bought for 5,000 plus a fee of 15.
    expect(cases(bracket({ stopLimit: '47900' }))).toEqual({
      gain: tether('5483.5') - tether('5015'),
      loss: tether('4775.63') - tether('5015'),
    });
    expect(cases(bracket({}))).toHaveProperty('worstLoss', tether('4546.32') - tether('5015'));
  });
  test('has its profit above and its stop below the purchase', () => {
    expect(reason(bracket({}))).toBeNull();
    expect(reason(bracket({ profit: '' }))).toBe('PROFIT');
    expect(reason(bracket({ profit: '50000' }))).toBe('PROFIT_LOW');
    expect(reason(bracket({ profit: '60000.1' }))).toBe('PROFIT_FAR');
    expect(reason(bracket({ trigger: '50000' }))).toBe('STOP_HIGH');
    expect(reason(bracket({ trigger: '39999.9' }))).toBe('STOP_FAR');
  });
  test('at market price is validated against its current cost', () => {
    const market = bracket({ profit: '50010' }, { kind: 'market' });
    expect(reason(market)).toBe('PROFIT_LOW');
    expect(reason(bracket({ profit: '50010.1' }, { kind: 'market' }))).toBeNull();
  });
});

describe('time in force and post-only', () => {
  test('the server’s defaults are omitted from the request', () => {
    const plain: Change = { price: '51000' };
    expect(body(plain)).not.toHaveProperty('timeInForce');
    expect(body({ kind: 'market' })).not.toHaveProperty('timeInForce');
    expect(body({ ...plain, more: { time: 'FOK' } })).toMatchObject({ timeInForce: 'FOK' });
    expect(
      body({ ...plain, more: { time: 'GTD', span: 'day', postOnly: true, ownFirst: 'BOTH' } }),
    ).toMatchObject({
      timeInForce: 'GTD',
      validUntil: '1970-01-02T00:00:00.000Z',
      postOnly: true,
      selfTradePrevention: 'BOTH',
    });
  });
  test('a post-only order that would trade immediately is refused', () => {
    expect(reason({ price: '49990', more: { postOnly: true } })).toBe('WOULD_TAKE');
    expect(reason({ price: '49990.1', more: { postOnly: true } })).toBeNull();
  });
});
