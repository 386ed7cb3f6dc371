import { expect, it } from 'vitest';
import {
  cleanAddressField,
  listFittingNetworks,
  parseForDraft,
  setDestination,
} from './scanned-destination.ts';

const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const ripple = { asset: 'RIPPLE' as const, tokenType: 'RIPPLE' };

const network = (tokenType: string, open = true) => ({
  tokenType,
  open,
  tagNeeded: false,
  txidNeeded: false,
});
const TRON = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const TETHER = [network('TRC20'), network('ERC20')];

it('parseForDraft reads an address alone, or a payment link with its tag', () => {
  const networks = [network('RIPPLE')];
  expect(parseForDraft(ripple, networks, RIPPLE)).toEqual({
    tokenType: 'RIPPLE',
    read: { address: RIPPLE, tag: null, error: null },
  });
  expect(parseForDraft(ripple, networks, `ripple:${RIPPLE}?dt=42`).read).toMatchObject({ tag: '42' });
});

it('parseForDraft selects the only fitting network, and returns the coin that a link is for', () => {
  const tether = { asset: 'TETHER' as const, tokenType: null };
  expect(parseForDraft(tether, TETHER, TRON)).toMatchObject({ tokenType: 'TRC20', read: { error: null } });
  expect(parseForDraft(tether, TETHER, `tron:${TRON}?amount=5`)).toMatchObject({
    tokenType: null,
    read: { error: 'OTHER', target: { asset: 'TRON', tokenType: 'TRON' } },
  });
  expect(parseForDraft({ ...tether, tokenType: 'ERC20' }, TETHER, `tron:${TRON}`).read).toMatchObject({
    target: { asset: 'TETHER', tokenType: 'TRC20' },
  });
  expect(parseForDraft(tether, TETHER, 'x').read).toEqual({ error: 'NOT_HERE' });
});

it('setDestination keeps a tag with the address that it was typed for', () => {
  const place = { tokenType: 'RIPPLE', address: RIPPLE, tag: null };
  const before = { ...ripple, address: '', tag: '7', noTag: false };
  expect(setDestination(before, place)).toMatchObject({ address: RIPPLE, tag: '7' });
  expect(setDestination({ ...before, address: ` ${RIPPLE}` }, place)).toMatchObject({ tag: '7' });
  const other = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
  expect(setDestination({ ...before, address: other }, place)).toMatchObject({ address: RIPPLE, tag: '' });
  expect(setDestination({ ...before, noTag: true }, { ...place, tag: '42' })).toMatchObject({
    tag: '42',
    noTag: false,
  });
});

it('cleanAddressField removes blanks from an address, and keeps them in a link', () => {
  expect(cleanAddressField(` ${RIPPLE.slice(0, 8)} ${RIPPLE.slice(8)}`)).toBe(RIPPLE);
  expect(cleanAddressField(' web+stellar:pay?memo=order 7')).toBe('web+stellar:pay?memo=order 7');
});

it('listFittingNetworks returns the open networks on which a text is an address', () => {
  const networks = [network('TRC20'), network('ERC20'), network('BEP20', false)];
  expect(listFittingNetworks('TETHER', networks, 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp')).toEqual(['TRC20']);
  expect(listFittingNetworks('TETHER', networks, '0x52908400098527886E0F7030069857D2E4169EE7')).toEqual([
    'ERC20',
  ]);
  expect(listFittingNetworks('TETHER', networks, RIPPLE)).toEqual([]);
  expect(listFittingNetworks('TETHER', networks, ' ')).toEqual([]);
});
