import { expect, test } from 'vitest';
import { masksMatch, normalizeCardMask } from './cards.ts';

test.each([
  ['502229******5995', '5022-29**-****-5995', true],
  ['60379986****5443', '6037-99**-****-5443', true],
  ['6037-9986-XXXX-5443', '6037-99**-****-5443', true],
  ['6037998600005443', '6037-99**-****-5443', true],
  ['502229******5996', '5022-29**-****-5995', false],
  ['502228******5995', '5022-29**-****-5995', false],
  ['****************', '5022-29**-****-5995', false],
  ['5022**5995', '5022-29**-****-5995', false],
  ['502229********5995', '5022-29**-****-5995', false],
  ['', '5022-29**-****-5995', false],
])('%s and %s: %s', (reported, own, agree) => {
  expect(masksMatch(reported, own)).toBe(agree);
});

test('a masked card shows at most as many digits as our own mask', () => {
  expect(normalizeCardMask('60379986****5443')).toBe('6037-99**-****-5443');
  expect(normalizeCardMask('6037998600005443')).toBe('6037-99**-****-5443');
  expect(normalizeCardMask('<script>')).toBeNull();
  expect(normalizeCardMask(null)).toBeNull();
});
