import type { Account } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { getSubject, parseBankCode } from './sending.ts';

const SENDING = { subject: 's', mobile: '+98912***4567', seconds: 120, endsAt: 120_000 };
const text = JSON.stringify(SENDING);

test('a sent code survives a reload until another may be requested', () => {
  expect(parseBankCode(text, 's', 0)).toEqual(SENDING);
  expect(parseBankCode(text, 's', 119_000)).toEqual(SENDING);
  expect(parseBankCode(text, 's', 120_000)).toBeNull();
});

test('parseBankCode ignores a code of another person or for data corrected since', () => {
  expect(parseBankCode(text, 'other', 0)).toBeNull();
  const account = { id: 'u', mobileNumber: '+989121234567', nationalCode: '001****829' } as Account;
  expect(getSubject(account)).not.toBe(getSubject({ ...account, mobileNumber: '+989351234567' }));
  expect(getSubject(account)).toBe(getSubject({ ...account, address: 'elsewhere' }));
});

test('parseBankCode ignores invalid storage', () => {
  for (const storedText of [null, '', 'nonsense', '7', '{"subject":"s"}'])
    expect(parseBankCode(storedText, 's', 0)).toBeNull();
});
