import { expect, it } from 'vitest';
import { parseOneLine } from './requests.ts';

it.each([
  ['\u200fسفارش ۱۲', 'سفارش ۱۲'],
  ['سفارش ۱۲ 👨\u200d👩\u200d👧', 'سفارش ۱۲ 👨\u200d👩\u200d👧'],
  ['سفارش\u200cهای من', 'سفارش\u200cهای من'],
  ['order \u202e21\u2066 ', 'order 21'],
])('accepts the plain text %j of a payment as %j', (text, line) => {
  expect(parseOneLine(text, 'orderNumber')).toBe(line);
});

it.each(['', ' \u202e\u200b ', 'a\u0000b', 'half \ud83d'])('refuses %j as an order number', (text) => {
  expect(() => parseOneLine(text, 'orderNumber')).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST', errors: ['orderNumber'] }),
  );
});
