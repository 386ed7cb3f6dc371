import { ERRORS } from '@sarraf/domain';
import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import { messages as en } from './en/index.ts';
import { errorKey } from './error-key.ts';
import { messages as fa } from './fa/index.ts';

// What holds for every text, here and in mails, is in scripts/messages.test.ts.

test('every refusal of the server has its words', () => {
  for (const code of Object.keys(ERRORS)) {
    const key = errorKey(code);
    expect(Object.hasOwn(fa.error, key) && Object.hasOwn(en.error, key), code).toBe(true);
  }
});

test('one of something is said in the singular', () => {
  const say = createTranslator({ locale: 'en', messages: en, namespace: 'staffFigures.figures' });
  expect(say('count', { count: 1, shown: '1' })).toBe('one trade');
  expect(say('count', { count: 1200, shown: '1,200' })).toBe('1,200 trades');
});
