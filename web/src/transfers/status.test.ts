import { expect, it } from 'vitest';
import { cryptoDepositState, progressOf, transferReasonOf, withdrawalState } from './status.ts';

const coin = (state: Parameters<typeof withdrawalState>[0]['state']) =>
  withdrawalState({ state, relatedCoin: 'BITCOIN' });
const toman = (state: Parameters<typeof withdrawalState>[0]['state']) =>
  withdrawalState({ state, relatedCoin: 'TOMAN' });

it('withdrawalState: coins are sent over a chain, Toman through the bank', () => {
  expect(coin('SENT')).toEqual({ key: 'SENT', tone: 'pending' });
  expect(toman('SENT')).toEqual({ key: 'TOMAN_SENT', tone: 'pending' });
  expect(toman('APPROVED')).toEqual({ key: 'TOMAN_APPROVED', tone: 'pending' });
  expect(toman('REVIEW')).toEqual({ key: 'REVIEW', tone: 'pending' });
});

it('withdrawalState: DONE is final, and returned money is shown as returned', () => {
  expect(coin('DONE').tone).toBe('done');
  for (const state of ['CANCELLED', 'REFUSED', 'RETURNED'] as const) expect(toman(state).tone).toBe('failed');
  expect(toman('RETURNED').key).toBe('RETURNED');
  expect(coin('RETURNED')).toEqual({ key: 'NOT_CARRIED_OUT', tone: 'failed' });
});

it('cryptoDepositState: a deposit is confirmed, pending, or removed by a chain reorganisation', () => {
  expect(cryptoDepositState({ state: 'PAID', transactionStatus: 'CONFIRMED' }).key).toBe('CONFIRMED');
  expect(cryptoDepositState({ state: 'PENDING', transactionStatus: 'RAISED_BY_USER' })).toEqual({
    key: 'RAISED_BY_USER',
    tone: 'pending',
  });
  expect(cryptoDepositState({ state: 'PENDING' }).key).toBe('UNCONFIRMED');
  expect(cryptoDepositState({ state: 'FAILED', transactionStatus: 'UNCONFIRMED' }).key).toBe('REVERSED');
});

it('progressOf returns confirmations only while they are counted', () => {
  expect(progressOf({ isDone: false, confirmations: 2, neededConfirmations: 6 })).toEqual({
    done: 2,
    needed: 6,
  });
  expect(progressOf({ isDone: false, confirmations: 9, neededConfirmations: 6 })).toEqual({
    done: 6,
    needed: 6,
  });
  expect(progressOf({ isDone: true, confirmations: 6, neededConfirmations: 6 })).toBeNull();
  expect(progressOf({ isDone: false, confirmations: null, neededConfirmations: null })).toBeNull();
});

it('transferReasonOf returns a text written by a person, not a code', () => {
  expect(transferReasonOf({ state: 'REFUSED', message: 'نشانی صرافی تحریم‌شده' })).toBe(
    'نشانی صرافی تحریم‌شده',
  );
  expect(transferReasonOf({ state: 'REFUSED', message: 'REFUSED' })).toBeNull();
  expect(transferReasonOf({ state: 'DONE', message: 'paid at noon' })).toBeNull();
});
