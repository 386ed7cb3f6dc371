import type { BookAddress } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { bookDraftFault, bookFault, bookFor, savedAs } from './book.ts';

const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const entry = (change: Partial<BookAddress>): BookAddress => ({
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

it('shows only what fits the coin and its network', () => {
  expect(bookFor(BOOK, 'TETHER', 'TRC20').map(({ id }) => id)).toEqual(['id']);
  expect(bookFor(BOOK, 'TETHER', 'ERC20')).toEqual([]);
});

describe('whether an address is saved', () => {
  it('asks for the same network and the same tag', () => {
    expect(savedAs(BOOK, { ...draft, address: ` ${TRON} ` })?.id).toBe('id');
    const ripple = { ...draft, asset: 'RIPPLE' as const, tokenType: 'RIPPLE', address: RIPPLE };
    expect(savedAs(BOOK, { ...ripple, tag: '7' })?.id).toBe('xrp');
    expect(savedAs(BOOK, { ...ripple, tag: '8' })).toBeNull();
    expect(savedAs(BOOK, { ...ripple, tag: '7', noTag: true })).toBeNull();
    expect(savedAs(BOOK, { ...ripple, tag: '۰۷' })?.id).toBe('xrp');
    expect(savedAs(BOOK, { ...ripple, address: `xrpl:${RIPPLE}?dt=7`, tag: '777' })?.id).toBe('xrp');
    expect(savedAs(BOOK, { ...ripple, address: `xrpl:${RIPPLE}?dt=7&label=${'x'.repeat(2048)}` })).toBeNull();
    const carried = [
      entry({ ...BOOK[1], id: 'x', address: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', tag: '12345' }),
    ];
    const xAddress = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
    for (const stale of [{ tag: '777' }, { noTag: true }])
      expect(savedAs(carried, { ...ripple, address: xAddress, ...stale })?.id).toBe('x');
  });

  it('counts for the whitelist only after its day', () => {
    expect(bookFault(null)).toEqual({ code: 'NOT_SAVED' });
    const late = entry({ usableFromDateTime: '2026-11-22T08:00:00Z' });
    expect(bookFault(late, Date.parse('2026-11-22T07:59:59Z'))).toEqual({
      code: 'NOT_YET',
      until: '2026-11-22T08:00:00Z',
    });
    expect(bookFault(late, Date.parse('2026-11-22T08:00:00Z'))).toBeNull();
  });
});

it('says what a new entry still lacks', () => {
  const fresh = { label: '', asset: 'RIPPLE' as const, tokenType: 'RIPPLE', address: RIPPLE, tag: '' };
  expect(bookDraftFault({ ...fresh, tokenType: null })).toBe('NO_NETWORK');
  expect(bookDraftFault({ ...fresh, address: '' })).toBe('NO_ADDRESS');
  expect(bookDraftFault({ ...fresh, address: TRON })).toBe('INVALID_ADDRESS');
  expect(bookDraftFault({ ...fresh, tag: 'abc' })).toBe('INVALID_TAG');
  expect(bookDraftFault(fresh)).toBe('NO_LABEL');
  expect(bookDraftFault({ ...fresh, label: 'Home' })).toBeNull();
});
