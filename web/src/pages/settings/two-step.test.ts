import { expect, test } from 'vitest';
import { formatRecoveryCodes, getSmsProblem } from './two-step.ts';

test('getSmsProblem requires a server with SMS and a verified mobile', () => {
  const verified = { mobileVerified: true };
  expect(getSmsProblem(verified, { sms: true })).toBeNull();
  expect(getSmsProblem(verified, undefined)).toBeNull();
  expect(getSmsProblem({ mobileVerified: false }, { sms: true })).toBe('needMobile');
  expect(getSmsProblem(verified, { sms: false })).toBe('noSms');
  expect(getSmsProblem({ mobileVerified: false }, { sms: false })).toBe('noSms');
});

test('formatRecoveryCodes lists one code per line between its texts', () => {
  const words = { title: 'T', account: 'A', date: 'D', note: 'N' };
  expect(formatRecoveryCodes(words, ['AAAAA-11111', 'BBBBB-22222'])).toBe(
    'T\nA\nD\n\nAAAAA-11111\nBBBBB-22222\n\nN\n',
  );
});
