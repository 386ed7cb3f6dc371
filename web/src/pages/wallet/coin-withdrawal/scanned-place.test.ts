import { expect, it } from 'vitest';
import { fittingNetworks, scannedPlace } from './scanned-place.ts';

const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const ripple = { asset: 'RIPPLE' as const, tokenType: 'RIPPLE' };

it('takes the address alone, or a payment link with its tag', () => {
  expect(scannedPlace(ripple, RIPPLE)).toEqual({ address: RIPPLE, tag: '', noTag: false, fault: null });
  expect(scannedPlace(ripple, `ripple:${RIPPLE}?dt=42`)).toEqual({
    address: RIPPLE,
    tag: '42',
    noTag: false,
    fault: null,
  });
});

it('says why it is of no use here', () => {
  const bitcoin = { asset: 'BITCOIN' as const, tokenType: 'BITCOIN' };
  expect(scannedPlace(bitcoin, RIPPLE)).toEqual({ fault: 'NOT_HERE' });
  expect(scannedPlace(bitcoin, `ripple:${RIPPLE}`)).toEqual({ fault: 'OTHER_NETWORK' });
  expect(scannedPlace(bitcoin, `lightning:lnbc1${'q'.repeat(40)}`)).toEqual({ fault: 'LIGHTNING' });
  expect(scannedPlace({ ...ripple, tokenType: null }, RIPPLE)).toEqual({ fault: 'NOT_HERE' });
});

it('names the open networks on which a text is an address', () => {
  const network = (tokenType: string, open = true) => ({
    tokenType,
    open,
    tagNeeded: false,
    txidNeeded: false,
  });
  const networks = [network('TRC20'), network('ERC20'), network('BEP20', false)];
  expect(fittingNetworks('TETHER', networks, 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp')).toEqual(['TRC20']);
  expect(fittingNetworks('TETHER', networks, '0x52908400098527886E0F7030069857D2E4169EE7')).toEqual([
    'ERC20',
  ]);
  expect(fittingNetworks('TETHER', networks, RIPPLE)).toEqual([]);
  expect(fittingNetworks('TETHER', networks, ' ')).toEqual([]);
});
