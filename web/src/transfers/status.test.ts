import { expect, it } from 'vitest';
import {
  getConfirmationProgress,
  getCryptoDepositState,
  getTransferReason,
  getWithdrawalState,
} from './status.ts';

const coin = (state: Parameters<typeof getWithdrawalState>[0]['state']) =>
  getWithdrawalState({ state, relatedCoin: 'BITCOIN' });
const toman = (state: Parameters<typeof getWithdrawalState>[0]['state']) =>
  getWithdrawalState({ state, relatedCoin: 'TOMAN' });

it('getWithdrawalState: coins are sent over a chain, Toman through the bank', () => {
  expect(coin('SENT')).toEqual({ key: 'SENT', tone: 'pending' });
  expect(toman('SENT')).toEqual({ key: 'TOMAN_SENT', tone: 'pending' });
  expect(toman('APPROVED')).toEqual({ key: 'TOMAN_APPROVED', tone: 'pending' });
  expect(toman('REVIEW')).toEqual({ key: 'REVIEW', tone: 'pending' });
});

it('getWithdrawalState: DONE is final, and returned money is shown as returned', () => {
  expect(coin('DONE').tone).toBe('done');
  for (const state of ['CANCELLED', 'REFUSED', 'RETURNED'] as const) expect(toman(state).tone).toBe('failed');
  expect(toman('RETURNED').key).toBe('RETURNED');
  expect(coin('RETURNED')).toEqual({ key: 'NOT_CARRIED_OUT', tone: 'failed' });
});

it('getCryptoDepositState: a deposit is confirmed, pending, or removed by a chain reorganisation', () => {
  expect(getCryptoDepositState({ state: 'PAID', transactionStatus: 'CONFIRMED' }).key).toBe('CONFIRMED');
  expect(getCryptoDepositState({ state: 'PENDING', transactionStatus: 'RAISED_BY_USER' })).toEqual({
    key: 'RAISED_BY_USER',
    tone: 'pending',
  });
  expect(getCryptoDepositState({ state: 'PENDING' }).key).toBe('UNCONFIRMED');
  expect(getCryptoDepositState({ state: 'FAILED', transactionStatus: 'UNCONFIRMED' }).key).toBe('REVERSED');
});

it('progressOf returns confirmations only while they are counted', () => {
  expect(getConfirmationProgress({ isDone: false, confirmations: 2, neededConfirmations: 6 })).toEqual({
    done: 2,
    needed: 6,
  });
  expect(getConfirmationProgress({ isDone: false, confirmations: 9, neededConfirmations: 6 })).toEqual({
    done: 6,
    needed: 6,
  });
  expect(getConfirmationProgress({ isDone: true, confirmations: 6, neededConfirmations: 6 })).toBeNull();
  expect(
    getConfirmationProgress({ isDone: false, confirmations: null, neededConfirmations: null }),
  ).toBeNull();
});

it('getTransferReason returns a text written by a person, not a code', () => {
  expect(getTransferReason({ state: 'REFUSED', message: 'نشانی صرافی تحریم‌شده' })).toBe(
    'نشانی صرافی تحریم‌شده',
  );
  expect(getTransferReason({ state: 'REFUSED', message: 'REFUSED' })).toBeNull();
  expect(getTransferReason({ state: 'DONE', message: 'paid at noon' })).toBeNull();
});
