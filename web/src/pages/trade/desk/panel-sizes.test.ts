import { expect, test } from 'vitest';
import { KEPT_SIZES, withSize } from './panel-sizes.ts';

test('KEPT_SIZES restores a stored size and ignores an invalid one', () => {
  const sizes = { book: 300, orders: 200 };
  expect(KEPT_SIZES.read(KEPT_SIZES.write(sizes))).toEqual(sizes);
  for (const kept of [null, '', '{', '7', '[]', '{"book":"300"}', '{"book":1e9,"form":-1,"chart":300}'])
    expect(KEPT_SIZES.read(kept), `${kept}`).toEqual({});
});

test('withSize removes the size of a panel that is reset', () => {
  expect(withSize({ book: 300 }, 'form', 280)).toEqual({ book: 300, form: 280 });
  expect(withSize({ book: 300, form: 280 }, 'book', null)).toEqual({ form: 280 });
});
