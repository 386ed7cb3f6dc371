import { expect, test } from 'vitest';
import { googleIntentOf } from './google-intent.ts';

test('what was chosen before Google is known after it; anything else is nothing', () => {
  const kept = { remember: true, back: '/profile/otc' };
  expect(googleIntentOf(JSON.stringify(kept))).toEqual(kept);
  for (const bad of [null, '', '{', '{"remember":"yes","back":7}'])
    expect(googleIntentOf(bad), String(bad)).toEqual({ remember: false, back: null });
});
