import type { Asset } from '@sarraf/domain';
import type { AddressBookEntry } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { checkWhitelist, filterSavedAddresses, findSavedAddress, validateAddressDraft } from './book.ts';
import { checkPaymentLink } from './destination.ts';

const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const entry = (change: Partial<AddressBookEntry>): AddressBookEntry => ({
  id: 'id',
  label: 'Home',
  relatedCoin: 'TETHER',
  tokenType: 'TRC20',
  address: TRON,
  tag: null,
  usableFromDateTime: '2026-11-21T08:00:00Z',
  createdAtDateTime: '2026-11-20T08:00:00Z',
  ...change,
});
const BOOK = [
  entry({}),
  entry({ id: 'xrp', relatedCoin: 'RIPPLE', tokenType: 'RIPPLE', address: RIPPLE, tag: '7' }),
];
const draft = {
  asset: 'TETHER' as const,
  tokenType: 'TRC20',
  amount: '',
  address: TRON,
  tag: '',
  noTag: false,
};

it('filterSavedAddresses returns only addresses of the coin and its network', () => {
  expect(filterSavedAddresses(BOOK, 'TETHER', 'TRC20').map(({ id }) => id)).toEqual(['id']);
  expect(filterSavedAddresses(BOOK, 'TETHER', 'ERC20')).toEqual([]);
});

describe('findSavedAddress', () => {
  it('requires the same network and the same tag', () => {
    expect(findSavedAddress(BOOK, { ...draft, address: ` ${TRON} ` })?.id).toBe('id');
    const ripple = { ...draft, asset: 'RIPPLE' as const, tokenType: 'RIPPLE', address: RIPPLE };
    expect(findSavedAddress(BOOK, { ...ripple, tag: '7' })?.id).toBe('xrp');
    expect(findSavedAddress(BOOK, { ...ripple, tag: '8' })).toBeNull();
    expect(findSavedAddress(BOOK, { ...ripple, tag: '7', noTag: true })).toBeNull();
    expect(findSavedAddress(BOOK, { ...ripple, tag: '۰۷' })?.id).toBe('xrp');
    expect(findSavedAddress(BOOK, { ...ripple, address: `xrpl:${RIPPLE}?dt=7`, tag: '777' })?.id).toBe('xrp');
    expect(
      findSavedAddress(BOOK, { ...ripple, address: `xrpl:${RIPPLE}?dt=7&label=${'x'.repeat(2048)}` }),
    ).toBeNull();
    const carried = [
      entry({ ...BOOK[1], id: 'x', address: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', tag: '12345' }),
    ];
    const xAddress = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
    for (const stale of [{ tag: '777' }, { noTag: true }])
      expect(findSavedAddress(carried, { ...ripple, address: xAddress, ...stale })?.id).toBe('x');
  });

  it('checkWhitelist accepts an address only a day after it was saved', () => {
    expect(checkWhitelist(null)).toEqual({ code: 'NOT_SAVED' });
    const late = entry({ usableFromDateTime: '2026-11-22T08:00:00Z' });
    expect(checkWhitelist(late, Date.parse('2026-11-22T07:59:59Z'))).toEqual({
      code: 'NOT_YET',
      until: '2026-11-22T08:00:00Z',
    });
    expect(checkWhitelist(late, Date.parse('2026-11-22T08:00:00Z'))).toBeNull();
  });
});

it('validateAddressDraft returns what a new entry still lacks', () => {
  const fresh = { label: '', asset: 'RIPPLE' as const, tokenType: 'RIPPLE', address: RIPPLE, tag: '' };
  expect(validateAddressDraft({ ...fresh, tokenType: null })).toBe('NO_NETWORK');
  expect(validateAddressDraft({ ...fresh, address: '' })).toBe('NO_ADDRESS');
  expect(validateAddressDraft({ ...fresh, address: TRON })).toBe('INVALID_ADDRESS');
  expect(validateAddressDraft({ ...fresh, tag: 'abc' })).toBe('INVALID_TAG');
  expect(validateAddressDraft(fresh)).toBe('NO_LABEL');
  expect(validateAddressDraft({ ...fresh, label: 'Home' })).toBeNull();
});

describe('checkPaymentLink: a payment link of another coin', () => {
  const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const LITE = 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu';
  const inField = (asset: Asset, tokenType: string | null, address: string) =>
    checkPaymentLink({ asset, tokenType, address, tag: '' });

  it('returns the coin and network of a link, where the link is accepted', () => {
    for (const [link, asset, tokenType] of [
      [`ethereum:${ETHEREUM}@56?value=1e17`, 'BINANCE_COIN_BSC', 'BINANCE_COIN_BSC'],
      [`litecoin:${LITE}?amount=1`, 'LITE_COIN', 'LITE_COIN'],
      [`xrpl:${RIPPLE}?dt=7`, 'RIPPLE', 'RIPPLE'],
    ] as const) {
      const { error, target } = inField('BITCOIN', 'BITCOIN', link);
      expect([error, target?.asset, target?.tokenType], link).toEqual(['OTHER', asset, tokenType]);
      expect(validateAddressDraft({ label: 'Home', asset, tokenType, address: link, tag: '' })).toBeNull();
      expect(inField(asset, tokenType, link)).toEqual({ error: null, target: null });
    }
  });

  it('returns the coin of a link before a network is chosen, and none for a plain address', () => {
    const link = `tron:${TRON}`;
    expect(inField('TETHER', null, `litecoin:${LITE}`).target?.asset).toBe('LITE_COIN');
    expect(inField('BITCOIN', null, `bitcoin:${LITE}`).target).toBeNull();
    expect(inField('BITCOIN', 'BITCOIN', link).error).not.toBeNull();
    for (const address of ['', TRON, LITE, ETHEREUM, 'nothing'])
      expect(inField('BITCOIN', 'BITCOIN', address)).toEqual({ error: null, target: null });
  });

  it('returns why a link can be used for no coin', () => {
    expect(
      inField('BITCOIN', 'BITCOIN', 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?req-what=1'),
    ).toEqual({ error: 'REQUIREMENT', target: null });
    expect(inField('BITCOIN', 'BITCOIN', `lnbc1${'q'.repeat(40)}`).error).toBe('LIGHTNING');
  });
});
