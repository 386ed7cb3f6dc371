import { describe, expect, it } from 'vitest';
import {
  chooseFirstMethod,
  getDepositErrorField,
  listPresetAmounts,
  validateDepositDraft,
} from './deposit-form.ts';

const LIMITS = { min: '100000', max: '25000000', left: '25000000', held: '0' };
const PLACE = { cardId: 'card', gateway: 'ZIBAL' };
const findError = (amount: string, cardId: string | null = 'card') =>
  validateDepositDraft({ ...PLACE, amount, cardId }, LIMITS);

describe('a Toman deposit', () => {
  it('requires the amount first', () => {
    expect(findError('', null)).toEqual({ code: 'EMPTY' });
    expect(findError('0')).toEqual({ code: 'EMPTY' });
    expect(findError('abc')).toEqual({ code: 'EMPTY' });
  });

  it('reports the violated limit, and accepts the limits themselves', () => {
    expect(findError('99999')).toEqual({ code: 'BELOW', limit: '100000' });
    expect(findError('25000001')).toEqual({ code: 'ABOVE', limit: '25000000' });
    expect(findError('100000')).toBeNull();
    expect(findError('25000000')).toBeNull();
  });

  it('compares amounts exactly that a float would round', () => {
    const limits = { min: '1', max: '90071992547409920', left: '90071992547409920', held: '0' };
    expect(validateDepositDraft({ ...PLACE, amount: '90071992547409921' }, limits)).toMatchObject({
      code: 'ABOVE',
    });
  });

  it('requires a card last', () => {
    expect(findError('99', null)).toMatchObject({ code: 'BELOW' });
    expect(findError('5000000', null)).toEqual({ code: 'NO_CARD' });
  });

  it('checks the remaining daily limit and that a gateway is available', () => {
    const limits = { ...LIMITS, left: '7000000' };
    expect(validateDepositDraft({ ...PLACE, amount: '8000000' }, limits)).toEqual({
      code: 'LEFT',
      limit: '7000000',
    });
    expect(validateDepositDraft({ ...PLACE, amount: '7000000' }, limits)).toBeNull();
    expect(validateDepositDraft({ ...PLACE, amount: '7000000', gateway: null }, limits)).toEqual({
      code: 'NO_GATEWAY',
    });
    expect(listPresetAmounts(limits)).toEqual(['1000000', '5000000']);
  });

  it('distinguishes a limit reserved by open payments from one that is used up', () => {
    const limits = { ...LIMITS, left: '7000000', held: '10000000' };
    expect(validateDepositDraft({ ...PLACE, amount: '8000000' }, limits)).toEqual({
      code: 'HELD',
      limit: '10000000',
    });
    expect(validateDepositDraft({ ...PLACE, amount: '17000001' }, limits)).toEqual({
      code: 'LEFT',
      limit: '7000000',
    });
    expect(validateDepositDraft({ ...PLACE, amount: '7000000' }, limits)).toBeNull();
  });

  it('offers only preset amounts within the limits', () => {
    expect(listPresetAmounts(LIMITS)).toEqual(['1000000', '5000000', '10000000', '25000000']);
    expect(listPresetAmounts({ min: '2000000', max: '9000000', left: '9000000', held: '0' })).toEqual([
      '5000000',
    ]);
  });
});

it('getDepositErrorField returns the field of a refusal', () => {
  expect(
    ['LOW_AMOUNT', 'DAILY_LIMIT', 'CARD_NOT_VERIFIED', 'GATEWAY_UNAVAILABLE'].map(getDepositErrorField),
  ).toEqual(['amount', 'amount', 'card', 'form']);
});

it('chooseFirstMethod returns the method that accepts the requested amount', () => {
  const transfer = { maxPerDay: '1000000000' };
  expect(chooseFirstMethod('', LIMITS, transfer)).toBe('gateway');
  expect(chooseFirstMethod('25000000', LIMITS, transfer)).toBe('gateway');
  expect(chooseFirstMethod('500000000', LIMITS, transfer)).toBe('identified');
  expect(chooseFirstMethod('8000000', { ...LIMITS, left: '7000000' }, transfer)).toBe('identified');
  // Abandoned payments that reserve the limit can be cancelled in the gateway's tab.
  expect(chooseFirstMethod('8000000', { ...LIMITS, left: '7000000', held: '5000000' }, transfer)).toBe(
    'gateway',
  );
  expect(chooseFirstMethod('500000000', LIMITS, null)).toBe('gateway');
  expect(chooseFirstMethod('1000000001', LIMITS, transfer)).toBe('gateway');
});
