import { describe, expect, it } from 'vitest';
import {
  computeReceivedAmount,
  maxWithdrawable,
  toWithdrawIntent,
  validateWithdrawDraft,
  type WithdrawBounds,
  type WithdrawDraft,
} from './withdraw-form.ts';

const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const BOUNDS: WithdrawBounds = {
  balance: '1000',
  min: '10',
  max: '800',
  leftAmount: '500',
  fee: '2',
  tagNeeded: false,
  heldUntil: null,
  holdReason: null,
};
const DRAFT: WithdrawDraft = {
  asset: 'TETHER',
  tokenType: 'TRC20',
  amount: '100',
  address: ADDRESS,
  tag: '',
  noTag: false,
};
const findError = (draft: Partial<WithdrawDraft>, bounds: Partial<WithdrawBounds> = {}) =>
  validateWithdrawDraft({ ...DRAFT, ...draft }, { ...BOUNDS, ...bounds });

describe('validateWithdrawDraft', () => {
  it('returns errors in the order of the specification', () => {
    const nothing = { ...DRAFT, tokenType: null, amount: '', address: '' };
    expect(validateWithdrawDraft(nothing, null)).toEqual({ code: 'NO_NETWORK' });
    expect(findError({ amount: '', address: '' })).toEqual({ code: 'NO_AMOUNT' });
    expect(findError({ amount: '1000.01', address: '' })).toEqual({ code: 'NOT_ENOUGH' });
    expect(findError({ amount: '900', address: '' })).toEqual({ code: 'ABOVE', limit: '800' });
    expect(findError({ amount: '600', address: '' })).toEqual({ code: 'LEFT', limit: '500' });
    expect(findError({ amount: '9.99', address: '' })).toEqual({ code: 'BELOW', limit: '10' });
    expect(findError({ amount: '100', address: ' ' })).toEqual({ code: 'NO_ADDRESS' });
    expect(findError({})).toBeNull();
  });

  it('returns a hold before any error of the fields', () => {
    const until = '2026-11-22T08:00:00Z';
    expect(findError({ amount: '' }, { holdReason: 'DEPOSIT_HOLD', heldUntil: until })).toEqual({
      code: 'HELD',
      until,
    });
    expect(findError({}, { holdReason: 'WITHDRAWALS_STOPPED' })).toEqual({ code: 'STOPPED' });
  });

  it('rejects an address of another network, or with one wrong letter', () => {
    expect(findError({ address: '0xdAC17F958D2ee523a2206206994597C13D831ec8' })).toEqual({
      code: 'INVALID_ADDRESS',
    });
    expect(findError({ address: ADDRESS.replace('Q', 'R') })).toEqual({ code: 'INVALID_ADDRESS' });
  });

  it('rejects a payment link for another coin or network, and reads one for this network', () => {
    expect(findError({ address: `tron:${ADDRESS}` })).toBeNull();
    expect(toWithdrawIntent({ ...DRAFT, address: `tron:${ADDRESS}` })?.destinationWalletAddress).toBe(
      ADDRESS,
    );
    expect(findError({ address: `tron:${ADDRESS}?amount=5` })).toEqual({ code: 'LINK' });
    expect(toWithdrawIntent({ ...DRAFT, address: `tron:${ADDRESS}?amount=5` })).toBeNull();
    expect(findError({ address: `lightning:lnbc1${'q'.repeat(40)}` })).toEqual({ code: 'LINK' });
    expect(findError({ address: 'hello:world' })).toEqual({ code: 'INVALID_ADDRESS' });
  });

  it('requires more than the fee', () => {
    expect(findError({ amount: '2' }, { min: '1' })).toEqual({ code: 'BELOW_FEE' });
  });
});

describe('tags of withdrawals', () => {
  const ripple = {
    asset: 'RIPPLE' as const,
    tokenType: 'RIPPLE',
    address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
  };
  const needed = { tagNeeded: true };

  it('are required unless the person confirms that there is none', () => {
    expect(findError(ripple, needed)).toEqual({ code: 'NO_TAG' });
    expect(findError({ ...ripple, tag: 'abc' }, needed)).toEqual({ code: 'INVALID_TAG' });
    expect(findError({ ...ripple, tag: '۱۲۳' }, needed)).toBeNull();
    expect(findError({ ...ripple, noTag: true }, needed)).toBeNull();
  });

  it('are taken from an address that contains one, whatever was typed for another address', () => {
    const carried = { ...ripple, address: 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H' };
    for (const stale of [{ tag: '777' }, { tag: '' }, { tag: 'abc' }, { noTag: true }]) {
      expect(findError({ ...carried, ...stale }, needed)).toBeNull();
      expect(toWithdrawIntent({ ...DRAFT, ...carried, ...stale })).toMatchObject({
        destinationWalletAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
        tag: '12345',
      });
    }
  });

  it('are taken from a payment link', () => {
    const linked = { ...ripple, address: `ripple:${ripple.address}?dt=42`, tag: '777' };
    expect(findError(linked, needed)).toBeNull();
    expect(toWithdrawIntent({ ...DRAFT, ...linked })).toMatchObject({
      destinationWalletAddress: ripple.address,
      tag: '42',
    });
  });

  it('are sent in Latin digits, or omitted', () => {
    expect(toWithdrawIntent({ ...DRAFT, ...ripple, tag: '۱۲۳' })).toMatchObject({ tag: '123' });
    expect(toWithdrawIntent({ ...DRAFT, ...ripple, tag: '123', noTag: true })).not.toHaveProperty('tag');
    expect(toWithdrawIntent(DRAFT)).toEqual({
      amount: '100',
      relatedCoin: 'TETHER',
      tokenType: 'TRC20',
      destinationWalletAddress: ADDRESS,
    });
  });
});

it('receives returns the amount without the fee', () => {
  expect(computeReceivedAmount('TETHER', '100', '2')).toBe('98');
  expect(computeReceivedAmount('TETHER', '2', '2')).toBeNull();
  expect(computeReceivedAmount('TETHER', '', '2')).toBeNull();
});

it('maxWithdrawable returns the largest possible amount, truncated to the decimals of the coin', () => {
  expect(maxWithdrawable('TETHER', BOUNDS, 2)).toBe('500');
  expect(maxWithdrawable('TETHER', { balance: '12.345678', max: '800', leftAmount: null }, 2)).toBe('12.34');
  expect(maxWithdrawable('RIPPLE', { balance: '12.9', max: '800', leftAmount: '20' }, 0)).toBe('12');
});
