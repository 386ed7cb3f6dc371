import { expect, it } from 'vitest';
import { scannedPlace } from './scanned-place.ts';

const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const ripple = { asset: 'RIPPLE' as const, tokenType: 'RIPPLE' };

it('takes the address alone, or a payment link with its tag', () => {
  expect(scannedPlace(ripple, RIPPLE)).toEqual({ address: RIPPLE, tag: '', noTag: false });
  expect(scannedPlace(ripple, `ripple:${RIPPLE}?dt=42`)).toEqual({
    address: RIPPLE,
    tag: '42',
    noTag: false,
  });
});

it('refuses what is no address of the chosen network', () => {
  expect(scannedPlace({ asset: 'BITCOIN', tokenType: 'BITCOIN' }, RIPPLE)).toBeNull();
  expect(scannedPlace(ripple, 'https://sarraf.test')).toBeNull();
  expect(scannedPlace({ ...ripple, tokenType: null }, RIPPLE)).toBeNull();
});
