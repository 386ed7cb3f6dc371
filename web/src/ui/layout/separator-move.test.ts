import { expect, test } from 'vitest';
import { clampSize, sizeAfterKey, sizeAfterMove } from './separator-move.ts';

const sized = { size: 300, least: 260, most: 420 };

test('sizeAfterMove grows the panel as the separator moves away from it, in both text directions', () => {
  expect(sizeAfterMove(sized, -40, 'vertical', false)).toBe(340);
  expect(sizeAfterMove(sized, -40, 'vertical', true)).toBe(260);
  expect(sizeAfterMove(sized, 40, 'vertical', true)).toBe(340);
  // A panel below does not depend on the text direction.
  for (const rtl of [true, false]) expect(sizeAfterMove(sized, -40, 'horizontal', rtl)).toBe(340);
});

test('sizeAfterMove stays within the bounds, even if there is less room than the minimum', () => {
  expect(sizeAfterMove(sized, -1000, 'vertical', false)).toBe(420);
  expect(sizeAfterMove(sized, 1000, 'vertical', false)).toBe(260);
  expect(clampSize({ size: 300, least: 260, most: 100 })).toBe(260);
});

test('sizeAfterKey moves the separator in the arrow’s direction, and to the ends with Home and End', () => {
  expect(sizeAfterKey(sized, 'ArrowLeft', 'vertical', false)).toBe(316);
  expect(sizeAfterKey(sized, 'ArrowLeft', 'vertical', true)).toBe(284);
  expect(sizeAfterKey(sized, 'ArrowUp', 'horizontal', true)).toBe(316);
  expect(sizeAfterKey(sized, 'Home', 'horizontal', false)).toBe(260);
  expect(sizeAfterKey(sized, 'End', 'horizontal', false)).toBe(420);
  for (const [key, direction] of [
    ['ArrowUp', 'vertical'],
    ['ArrowLeft', 'horizontal'],
    ['Tab', 'vertical'],
  ] as const)
    expect(sizeAfterKey(sized, key, direction, false), key).toBeNull();
});
