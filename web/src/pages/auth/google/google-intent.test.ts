import { expect, test } from 'vitest';
import { googleIntentOf } from './google-intent.ts';

test('googleIntentOf restores the choices made before Google and ignores invalid storage', () => {
  const kept = { remember: true, back: '/profile/otc' };
  expect(googleIntentOf(JSON.stringify(kept))).toEqual(kept);
  for (const bad of [null, '', '{', '{"remember":"yes","back":7}'])
    expect(googleIntentOf(bad), String(bad)).toEqual({ remember: false, back: null });
});
