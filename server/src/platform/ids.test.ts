import { expect, it } from 'vitest';
import { isId, newId } from './ids.ts';

it('each id is greater than the previous one, even within a millisecond', () => {
  let last = newId();
  for (let i = 0; i < 50_000; i += 1) {
    const id = newId();
    if (id <= last || !isId(id)) expect.fail(`${id} after ${last}`);
    last = id;
  }
});
