import type { Company } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import {
  changeCoin,
  isNewDestination,
  type SettlementDraft,
  selectOnlyNetwork,
  shortenPaymentLink,
  toSettlementBody,
  toSettlementDraft,
  validateSettlementDraft,
} from './form.ts';

const LITE = 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu';
const store = {
  coinEntity: 'LITE_COIN',
  cryptoNetwork: 'LITE_COIN',
  walletAddress: LITE,
  tag: null,
  perTime: 'PER_DAY',
  change: null,
} as Company;
const none = {
  ...store,
  coinEntity: null,
  cryptoNetwork: null,
  walletAddress: null,
  perTime: null,
} as Company;
const full: SettlementDraft = {
  coin: 'LITE_COIN',
  network: 'LITE_COIN',
  address: LITE,
  tag: '',
  period: 'PER_WEEK',
};

describe('validateSettlementDraft returns the first error', () => {
  it.each([
    [{ ...full, coin: null }, 'COIN'],
    [{ ...full, network: null }, 'NETWORK'],
    [{ ...full, address: ' ' }, 'ADDRESS'],
    [{ ...full, address: 'bc1q' }, 'BAD_ADDRESS'],
    [{ ...full, period: null }, 'PERIOD'],
    [full, null],
  ] as [SettlementDraft, string | null][])('%j → %s', (draft, error) => {
    expect(validateSettlementDraft(draft, none, false)).toBe(error);
  });

  it('requires a tag if the network needs one', () => {
    const ripple = {
      ...full,
      coin: 'RIPPLE',
      network: 'RIPPLE',
      address: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ',
    };
    expect(validateSettlementDraft(ripple, none, true)).toBe('TAG');
    expect(validateSettlementDraft({ ...ripple, tag: '42' }, none, true)).toBeNull();
    // A tag in the address takes precedence over one typed for another address.
    const carried = { ...ripple, address: 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H', tag: '777' };
    expect(validateSettlementDraft(carried, none, true)).toBeNull();
    const place = { walletAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', tag: '12345' };
    expect(toSettlementBody(carried)).toMatchObject(place);
    expect(
      isNewDestination(carried, { ...store, coinEntity: 'RIPPLE', cryptoNetwork: 'RIPPLE', ...place }),
    ).toBe(false);
  });

  it('returns SAME if nothing was changed', () => {
    expect(validateSettlementDraft(toSettlementDraft(store), store, false)).toBe('SAME');
    expect(
      validateSettlementDraft({ ...toSettlementDraft(store), period: 'PER_MONTH' }, store, false),
    ).toBeNull();
  });
});

it('changeCoin clears network and address; selectOnlyNetwork selects a single network', () => {
  const other = changeCoin(full, 'TETHER');
  expect(other).toMatchObject({ coin: 'TETHER', network: null, address: '' });
  expect(changeCoin(full, 'LITE_COIN')).toBe(full);
  // Not loaded yet, one of several, the only one, and a previously chosen one.
  expect(selectOnlyNetwork(other, [])).toBe(other);
  expect(selectOnlyNetwork(other, ['ERC20', 'TRC20'])).toBe(other);
  expect(selectOnlyNetwork(other, ['ERC20'])).toMatchObject({ network: 'ERC20', address: '' });
  expect(selectOnlyNetwork(full, ['ERC20'])).toBe(full);
});

it('isNewDestination requires a code for another address, not for another period', () => {
  expect(isNewDestination({ ...toSettlementDraft(store), period: 'PER_MONTH' }, store)).toBe(false);
  expect(isNewDestination({ ...toSettlementDraft(store), tag: '7' }, store)).toBe(true);
  expect(toSettlementBody({ ...full, address: ` ${LITE} ` })).toEqual({
    coinEntity: 'LITE_COIN',
    cryptoNetwork: 'LITE_COIN',
    walletAddress: LITE,
  });
});

it('shortenPaymentLink cuts a long link to fifteen characters', () => {
  expect(shortenPaymentLink('https://sarraf.test/company-deposit/?id=1')).toBe('sarraf.test/com…');
  expect(shortenPaymentLink('https://a.test/x')).toBe('a.test/x');
});
