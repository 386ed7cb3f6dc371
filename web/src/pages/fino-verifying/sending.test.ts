import type { Account } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { parseSending, subjectOf } from './sending.ts';

const SENDING = { subject: 's', mobile: '+98912***4567', seconds: 120, endsAt: 120_000 };
const text = JSON.stringify(SENDING);

test('a sent code survives a reload until another may be requested', () => {
  expect(parseSending(text, 's', 0)).toEqual(SENDING);
  expect(parseSending(text, 's', 119_000)).toEqual(SENDING);
  expect(parseSending(text, 's', 120_000)).toBeNull();
});

test('parseSending ignores a code of another person or for data corrected since', () => {
  expect(parseSending(text, 'other', 0)).toBeNull();
  const account = { id: 'u', mobileNumber: '+989121234567', nationalCode: '001****829' } as Account;
  expect(subjectOf(account)).not.toBe(subjectOf({ ...account, mobileNumber: '+989351234567' }));
  expect(subjectOf(account)).toBe(subjectOf({ ...account, address: 'elsewhere' }));
});

test('parseSending ignores invalid storage', () => {
  for (const kept of [null, '', 'nonsense', '7', '{"subject":"s"}'])
    expect(parseSending(kept, 's', 0)).toBeNull();
});
