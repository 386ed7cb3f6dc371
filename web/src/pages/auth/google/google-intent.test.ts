import { expect, test } from 'vitest';
import { parseGoogleIntent } from './google-intent.ts';

test('parseGoogleIntent restores the choices made before Google and ignores invalid storage', () => {
  const intent = { remember: true, back: '/profile/otc' };
  expect(parseGoogleIntent(JSON.stringify(intent))).toEqual(intent);
  for (const bad of [null, '', '{', '{"remember":"yes","back":7}'])
    expect(parseGoogleIntent(bad), String(bad)).toEqual({ remember: false, back: null });
});
