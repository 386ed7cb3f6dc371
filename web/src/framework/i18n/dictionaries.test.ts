import { ERRORS } from '@sarraf/domain';
import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import { messages as en } from './en/index.ts';
import { toErrorKey } from './error-key.ts';
import { messages as fa } from './fa/index.ts';

// Rules for all texts, including mails, are tested in scripts/messages.test.ts.

test('every refusal code of the server has a text', () => {
  for (const code of Object.keys(ERRORS)) {
    const key = toErrorKey(code);
    expect(Object.hasOwn(fa.error, key) && Object.hasOwn(en.error, key), code).toBe(true);
  }
});

test('a count of one uses the singular', () => {
  const say = createTranslator({ locale: 'en', messages: en, namespace: 'staffFigures.figures' });
  expect(say('count', { count: 1, shown: '1' })).toBe('one trade');
  expect(say('count', { count: 1200, shown: '1,200' })).toBe('1,200 trades');
});
