import { calculateHold, type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { planChange } from './change.ts';

const tether = (text: string) => parseTrustedDecimal(text, scaleOf('TETHER'));
const btc = (text: string) => parseTrustedDecimal(text, scaleOf('BITCOIN'));
const TERMS: OrderTerms = {
  ...{ coin: 'BITCOIN', quote: 'TETHER', tick: tether('0.1'), lot: btc('0.00001') },
  ...{ minNotional: tether('5'), maxAmount: btc('100') },
};
const FEE_RATE = 3_000n;
const ORDER = {
  ...{ orderType: 'LIMITED_BUY', marketType: 'BITCOIN_TETHER', unitPrice: '50000.0', amount: '0.10000000' },
  ...{ executedAmount: '0.04000000', blocked: '3009.00' },
} as Order;
const change = (price: string, amount: string, balance: bigint | null = null) =>
  planChange(
    ORDER,
    { price, amount },
    { terms: TERMS, reference: tether('50000'), balance, feeRate: FEE_RATE },
  );

test('changeOf keeps the time priority for a smaller amount at the same price only', () => {
  expect(change('50000', '0.09')).toMatchObject({ keepsPlace: true, left: btc('0.05') });
  expect(change('50000', '0.11')).toMatchObject({ keepsPlace: false });
  expect(change('49999.9', '0.09')).toMatchObject({ keepsPlace: false });
});

test('changeOf blocks the amount of the unfilled part, and requires only its growth', () => {
  const needs = calculateHold('buy', 'BITCOIN', btc('0.16'), tether('50000'), FEE_RATE);
  const more = needs - tether('3009');
  expect(change('50000', '0.2', more)).toMatchObject({ needs, more });
  expect(change('50000', '0.2', more - 1n)).toBe('BALANCE');
  expect(change('50000', '0.09', 0n)).toMatchObject({ keepsPlace: true });
});

test('changeOf returns why a change is invalid', () => {
  expect(change('50000', '0.1')).toBe('SAME');
  expect(change('50000.04', '0.1')).toBe('SAME');
  expect(change('', '0.1')).toBe('PRICE');
  expect(change('50000', '')).toBe('AMOUNT');
  expect(change('50000', '0.04')).toBe('EXECUTED');
  expect(change('50000', '0.040001')).toBe('LOT');
  expect(change('50000', '0.04001')).toBe('MIN');
  expect(change('50000', '101')).toBe('MAX');
  expect(change('60000.1', '0.1')).toBe('BAND');
});
