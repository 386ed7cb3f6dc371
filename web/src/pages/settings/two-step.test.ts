import { expect, test } from 'vitest';
import { recoveryPaper, smsFault } from './two-step.ts';

test('SMS needs a server that sends it and a verified mobile', () => {
  const verified = { mobileVerified: true };
  expect(smsFault(verified, { sms: true })).toBeNull();
  expect(smsFault(verified, undefined)).toBeNull();
  expect(smsFault({ mobileVerified: false }, { sms: true })).toBe('needMobile');
  expect(smsFault(verified, { sms: false })).toBe('noSms');
  expect(smsFault({ mobileVerified: false }, { sms: false })).toBe('noSms');
});

test('the paper holds one code a line between its words', () => {
  const words = { title: 'T', account: 'A', date: 'D', note: 'N' };
  expect(recoveryPaper(words, ['AAAAA-11111', 'BBBBB-22222'])).toBe(
    'T\nA\nD\n\nAAAAA-11111\nBBBBB-22222\n\nN\n',
  );
});
