import { expect, test } from 'vitest';
import { STORED_SIZES, setPanelSize } from './panel-sizes.ts';

test('STORED_SIZES restores a stored size and ignores an invalid one', () => {
  const sizes = { book: 300, orders: 200 };
  expect(STORED_SIZES.read(STORED_SIZES.write(sizes))).toEqual(sizes);
  for (const storedText of [null, '', '{', '7', '[]', '{"book":"300"}', '{"book":1e9,"form":-1,"chart":300}'])
    expect(STORED_SIZES.read(storedText), `${storedText}`).toEqual({});
});

test('setPanelSize removes the size of a panel that is reset', () => {
  expect(setPanelSize({ book: 300 }, 'form', 280)).toEqual({ book: 300, form: 280 });
  expect(setPanelSize({ book: 300, form: 280 }, 'book', null)).toEqual({ form: 280 });
});
