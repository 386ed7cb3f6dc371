import { COINS } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { searchCoins } from './coin-search.ts';

describe('coin search', () => {
  it('finds by the start of the Persian name, the English name or the ticker', () => {
    expect(searchCoins(COINS, 'بیت')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
    expect(searchCoins(COINS, 'eth')).toEqual(['ETHEREUM', 'CLASSIC_ETHEREUM']);
    expect(searchCoins(COINS, 'Ethereum c')).toEqual(['CLASSIC_ETHEREUM']);
    expect(searchCoins(COINS, 'usdt')).toEqual(['TETHER']);
  });

  it('reads Arabic letters, spaces for half spaces, and capitals', () => {
    expect(searchCoins(COINS, 'بيت كوين')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
    expect(searchCoins(COINS, ' DOGE ')).toEqual(['DOGE_COIN']);
  });

  it('gives all for nothing and none for the unknown', () => {
    expect(searchCoins(COINS, ' ')).toHaveLength(COINS.length);
    expect(searchCoins(COINS, 'coin')).toEqual([]);
  });
});
