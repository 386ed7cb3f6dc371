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

  it('reads vowel marks, tatweel, joiners, full-width letters and other names', () => {
    for (const typed of ['بِیت‌کوین', 'بیــت‌کوین', 'ＢＴＣ', '\u200fbtc\u200b'])
      expect(searchCoins(COINS, typed)[0]).toBe('BITCOIN');
    expect(searchCoins(COINS, 'پلیگان')).toEqual(['MATIC']);
  });

  it('gives all for nothing and none for the unknown', () => {
    expect(searchCoins(COINS, ' ')).toHaveLength(COINS.length);
    expect(searchCoins(COINS, 'coin')).toEqual([]);
  });
});
