import type { CardPrefix } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { findDifferentShebaBank, getBankInitial, isAlreadySaved, validateBankRow } from './bank-rows.ts';

const CARD = '6037701689095443';
const SHEBA = '550570022080013447370101';
const PREFIXES: CardPrefix[] = [
  { prefix: '603770', fa: 'بانک کشاورزی', en: 'Keshavarzi' },
  { prefix: '502229', fa: 'بانک پاسارگاد', en: 'Pasargad' },
  { prefix: '62198618', fa: 'بلوبانک', en: 'Blu (Saman)' },
];
const row = (cardNumber: string, shebaCode: string, key = 'a') => ({ key, cardNumber, shebaCode });
const findErrors = (cardNumber: string, shebaCode: string) =>
  validateBankRow([row(cardNumber, shebaCode)], 0);

test('validateBankRow checks the digits and checksums of a card and a Sheba', () => {
  expect(findErrors(CARD, SHEBA)).toEqual({ card: null, sheba: null });
  expect(findErrors('', '')).toEqual({ card: null, sheba: null });
  expect(findErrors(CARD, '')).toEqual({ card: null, sheba: 'NEED' });
  expect(findErrors('', SHEBA)).toEqual({ card: 'NEED', sheba: null });
  expect(findErrors('6037', '2805')).toEqual({ card: 'SHORT', sheba: 'SHORT' });
  expect(findErrors('6037701689095444', '550570022080013447370102')).toEqual({
    card: 'INVALID',
    sheba: 'INVALID',
  });
});

test('validateBankRow accepts a card of an unknown bank', () => {
  expect(findErrors('5999990000000004', SHEBA).card).toBeNull();
});

test('validateBankRow flags the second occurrence of a duplicate', () => {
  const rows = [row(CARD, SHEBA), row(CARD, '', 'b')];
  expect(validateBankRow(rows, 0)).toEqual({ card: null, sheba: null });
  expect(validateBankRow(rows, 1)).toEqual({ card: 'REPEATED', sheba: 'NEED' });
});

test('findDifferentShebaBank returns the Sheba’s bank if it differs from the card’s', () => {
  // Keshavarzi's card, Pasargad's Sheba.
  expect(findDifferentShebaBank(row(CARD, SHEBA), PREFIXES)?.slug).toBe('pasargad');
  expect(findDifferentShebaBank(row('5022291077470837', SHEBA), PREFIXES)).toBeNull();
  expect(findDifferentShebaBank(row(CARD, '28'), PREFIXES)).toBeNull();
  // A card whose bank issues for others, and an unknown bank.
  expect(findDifferentShebaBank(row('6219861812345678', SHEBA), PREFIXES)).toBeNull();
  expect(findDifferentShebaBank(row(CARD, SHEBA), [])).toBeNull();
});

test('isKnown recognises a saved account by its mask', () => {
  const account = {
    bankAccounts: [{ cardNumber: '6037-70**-****-5443', shebaCode: '' }],
  } as unknown as Account;
  expect(isAlreadySaved(row(CARD, ''), account)).toBe(true);
  expect(isAlreadySaved(row('6104338943726586', ''), account)).toBe(false);
});

test('getBankInitial returns the initial of the bank’s own name', () => {
  expect(
    ['بانک ملت', 'پست بانک ایران', 'موسسه اعتباری ملل', 'بلوبانک', 'Tejarat'].map(getBankInitial),
  ).toEqual(['م', 'ا', 'م', 'ب', 'T']);
});
