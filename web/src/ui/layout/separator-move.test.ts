import { expect, test } from 'vitest';
import { fitting, sizeByKey, sizeMoved } from './separator-move.ts';

const sized = { size: 300, least: 260, most: 420 };

test('sizeMoved grows the panel as the separator moves away from it, in both text directions', () => {
  expect(sizeMoved(sized, -40, 'vertical', false)).toBe(340);
  expect(sizeMoved(sized, -40, 'vertical', true)).toBe(260);
  expect(sizeMoved(sized, 40, 'vertical', true)).toBe(340);
  // A panel below does not depend on the text direction.
  for (const rtl of [true, false]) expect(sizeMoved(sized, -40, 'horizontal', rtl)).toBe(340);
});

test('sizeMoved stays within the bounds, even if there is less room than the minimum', () => {
  expect(sizeMoved(sized, -1000, 'vertical', false)).toBe(420);
  expect(sizeMoved(sized, 1000, 'vertical', false)).toBe(260);
  expect(fitting({ size: 300, least: 260, most: 100 })).toBe(260);
});

test('sizeByKey moves the separator in the arrow’s direction, and to the ends with Home and End', () => {
  expect(sizeByKey(sized, 'ArrowLeft', 'vertical', false)).toBe(316);
  expect(sizeByKey(sized, 'ArrowLeft', 'vertical', true)).toBe(284);
  expect(sizeByKey(sized, 'ArrowUp', 'horizontal', true)).toBe(316);
  expect(sizeByKey(sized, 'Home', 'horizontal', false)).toBe(260);
  expect(sizeByKey(sized, 'End', 'horizontal', false)).toBe(420);
  for (const [key, direction] of [
    ['ArrowUp', 'vertical'],
    ['ArrowLeft', 'horizontal'],
    ['Tab', 'vertical'],
  ] as const)
    expect(sizeByKey(sized, key, direction, false), key).toBeNull();
});
