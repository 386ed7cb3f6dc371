import type { Account } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { parseSending, subjectOf } from './sending.ts';

const SENDING = { subject: 's', mobile: '+98912***4567', seconds: 120, endsAt: 120_000 };
const text = JSON.stringify(SENDING);

test('a code on its way survives a reload until another may be asked for', () => {
  expect(parseSending(text, 's', 0)).toEqual(SENDING);
  expect(parseSending(text, 's', 119_000)).toEqual(SENDING);
  expect(parseSending(text, 's', 120_000)).toBeNull();
});

test('a code that is about somebody else, or about data corrected since, is none', () => {
  expect(parseSending(text, 'other', 0)).toBeNull();
  const account = { id: 'u', mobileNumber: '+989121234567', nationalCode: '001****829' } as Account;
  expect(subjectOf(account)).not.toBe(subjectOf({ ...account, mobileNumber: '+989351234567' }));
  expect(subjectOf(account)).toBe(subjectOf({ ...account, address: 'elsewhere' }));
});

test('what is no such code is none', () => {
  for (const kept of [null, '', 'nonsense', '7', '{"subject":"s"}'])
    expect(parseSending(kept, 's', 0)).toBeNull();
});
