import { expect, it } from 'vitest';
import { createPseudonymizer } from './pseudonyms.ts';

const ID = '0192f0c1-7a5e-7000-8000-000000000001';

it('pseudonyms of a user are equal in every process, and differ under another key', () => {
  const [one, twin, other] = [7, 7, 8].map((byte) => createPseudonymizer(Buffer.alloc(32, byte)));
  const name = one?.(ID);
  expect(name).toMatch(/^[\w-]{16}$/);
  expect([one?.(ID), twin?.(ID)]).toEqual([name, name]);
  expect(other?.(ID)).not.toBe(name);
  expect(one?.(ID.replace('1', '2'))).not.toBe(name);
});
