import { expect, test } from 'vitest';
import { fitting, sizeByKey, sizeMoved } from './separator-move.ts';

const sized = { size: 300, least: 260, most: 420 };

test('what lies behind the line grows as the line goes away from it, in either direction of reading', () => {
  expect(sizeMoved(sized, -40, 'vertical', false)).toBe(340);
  expect(sizeMoved(sized, -40, 'vertical', true)).toBe(260);
  expect(sizeMoved(sized, 40, 'vertical', true)).toBe(340);
  // Below stays below.
  for (const rtl of [true, false]) expect(sizeMoved(sized, -40, 'horizontal', rtl)).toBe(340);
});

test('it stays within its bounds, also where there is less room than the least', () => {
  expect(sizeMoved(sized, -1000, 'vertical', false)).toBe(420);
  expect(sizeMoved(sized, 1000, 'vertical', false)).toBe(260);
  expect(fitting({ size: 300, least: 260, most: 100 })).toBe(260);
});

test('an arrow moves the line its own way, and the ends are a key away', () => {
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
