import { expect, test } from 'vitest';
import { recoveryPaper, smsFault } from './two-step.ts';

test('smsFault requires a server with SMS and a verified mobile', () => {
  const verified = { mobileVerified: true };
  expect(smsFault(verified, { sms: true })).toBeNull();
  expect(smsFault(verified, undefined)).toBeNull();
  expect(smsFault({ mobileVerified: false }, { sms: true })).toBe('needMobile');
  expect(smsFault(verified, { sms: false })).toBe('noSms');
  expect(smsFault({ mobileVerified: false }, { sms: false })).toBe('noSms');
});

test('recoveryPaper lists one code per line between its texts', () => {
  const words = { title: 'T', account: 'A', date: 'D', note: 'N' };
  expect(recoveryPaper(words, ['AAAAA-11111', 'BBBBB-22222'])).toBe(
    'T\nA\nD\n\nAAAAA-11111\nBBBBB-22222\n\nN\n',
  );
});
