import type { Company } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import {
  isNewDestination,
  type SettlementDraft,
  settlementAddressOf,
  settlementDraftOf,
  settlementFaultOf,
  shortPaymentLink,
  withCoin,
  withOnlyNetwork,
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

describe('what is missing is said first to last', () => {
  it.each([
    [{ ...full, coin: null }, 'COIN'],
    [{ ...full, network: null }, 'NETWORK'],
    [{ ...full, address: ' ' }, 'ADDRESS'],
    [{ ...full, address: 'bc1q' }, 'BAD_ADDRESS'],
    [{ ...full, period: null }, 'PERIOD'],
    [full, null],
  ] as [SettlementDraft, string | null][])('%j → %s', (draft, fault) => {
    expect(settlementFaultOf(draft, none, false)).toBe(fault);
  });

  it('a tag where the network needs one', () => {
    const ripple = {
      ...full,
      coin: 'RIPPLE',
      network: 'RIPPLE',
      address: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ',
    };
    expect(settlementFaultOf(ripple, none, true)).toBe('TAG');
    expect(settlementFaultOf({ ...ripple, tag: '42' }, none, true)).toBeNull();
    // An address that carries its tag decides it, whatever was typed for another address.
    const carried = { ...ripple, address: 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H', tag: '777' };
    expect(settlementFaultOf(carried, none, true)).toBeNull();
    const place = { walletAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', tag: '12345' };
    expect(settlementAddressOf(carried)).toMatchObject(place);
    expect(
      isNewDestination(carried, { ...store, coinEntity: 'RIPPLE', cryptoNetwork: 'RIPPLE', ...place }),
    ).toBe(false);
  });

  it('nothing to save where nothing has changed', () => {
    expect(settlementFaultOf(settlementDraftOf(store), store, false)).toBe('SAME');
    expect(settlementFaultOf({ ...settlementDraftOf(store), period: 'PER_MONTH' }, store, false)).toBeNull();
  });
});

it('another coin clears network and address; one with a single network has it', () => {
  const other = withCoin(full, 'TETHER');
  expect(other).toMatchObject({ coin: 'TETHER', network: null, address: '' });
  expect(withCoin(full, 'LITE_COIN')).toBe(full);
  // Not known yet, one of several, the only one, and what was chosen before.
  expect(withOnlyNetwork(other, [])).toBe(other);
  expect(withOnlyNetwork(other, ['ERC20', 'TRC20'])).toBe(other);
  expect(withOnlyNetwork(other, ['ERC20'])).toMatchObject({ network: 'ERC20', address: '' });
  expect(withOnlyNetwork(full, ['ERC20'])).toBe(full);
});

it('a code is needed for another place, not for another period', () => {
  expect(isNewDestination({ ...settlementDraftOf(store), period: 'PER_MONTH' }, store)).toBe(false);
  expect(isNewDestination({ ...settlementDraftOf(store), tag: '7' }, store)).toBe(true);
  expect(settlementAddressOf({ ...full, address: ` ${LITE} ` })).toEqual({
    coinEntity: 'LITE_COIN',
    cryptoNetwork: 'LITE_COIN',
    walletAddress: LITE,
  });
});

it('a long link is cut to fifteen characters', () => {
  expect(shortPaymentLink('https://sarraf.test/company-deposit/?id=1')).toBe('sarraf.test/com…');
  expect(shortPaymentLink('https://a.test/x')).toBe('a.test/x');
});
