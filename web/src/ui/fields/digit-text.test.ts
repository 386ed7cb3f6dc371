import { expect, test } from 'vitest';
import { groupDigits, parseDigitsEdit } from './digit-text.ts';

const CARD = { max: 16, group: 4 };

test('groupDigits groups a card in fours, nineteen characters with its dashes', () => {
  expect(groupDigits('6037991234565443', 4)).toBe('6037-9912-3456-5443');
  expect(groupDigits('6037', 4)).toBe('6037');
  expect(groupDigits('0010350829')).toBe('0010350829');
});

test('parseDigitsEdit reads Persian and Arabic digits with any separator', () => {
  expect(parseDigitsEdit('۶۰۳۷ ٩٩١٢-3456/5443', 19, CARD)).toEqual({
    digits: '6037991234565443',
    displayText: '6037-9912-3456-5443',
    caret: 19,
  });
  expect(parseDigitsEdit('IR06 2960', 9, { max: 24 }).digits).toBe('062960');
});

test('parseDigitsEdit drops digits beyond the maximum', () => {
  expect(parseDigitsEdit('60379912345654439', 17, CARD).digits).toHaveLength(16);
});

test('parseDigitsEdit keeps the caret behind the typed digit', () => {
  // "6037-9912" with a 5 typed after the 3.
  expect(parseDigitsEdit('60357-9912', 4, CARD)).toEqual({
    digits: '603579912',
    displayText: '6035-7991-2',
    caret: 4,
  });
  // A fifth digit at the end moves the caret behind the new dash.
  expect(parseDigitsEdit('60379', 5, CARD)).toMatchObject({ displayText: '6037-9', caret: 6 });
  expect(parseDigitsEdit('', 0, CARD)).toEqual({ digits: '', displayText: '', caret: 0 });
});
