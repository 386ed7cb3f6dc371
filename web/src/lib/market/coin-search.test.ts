import { COINS } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { searchCoins } from './coin-search.ts';

describe('searchCoins', () => {
  it('finds coins by the start of the Persian name, the English name or the ticker', () => {
    expect(searchCoins(COINS, 'بیت')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
    expect(searchCoins(COINS, 'eth')).toEqual(['ETHEREUM', 'CLASSIC_ETHEREUM']);
    expect(searchCoins(COINS, 'Ethereum c')).toEqual(['CLASSIC_ETHEREUM']);
    expect(searchCoins(COINS, 'usdt')).toEqual(['TETHER']);
  });

  it('ignores Arabic letter forms, spaces instead of half spaces, and capitals', () => {
    expect(searchCoins(COINS, 'بيت كوين')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
    expect(searchCoins(COINS, ' DOGE ')).toEqual(['DOGE_COIN']);
  });

  it('ignores vowel marks, tatweel, joiners and full-width letters, and finds other names', () => {
    for (const typed of ['بِیت‌کوین', 'بیــت‌کوین', 'ＢＴＣ', '\u200fbtc\u200b'])
      expect(searchCoins(COINS, typed)[0]).toBe('BITCOIN');
    expect(searchCoins(COINS, 'پلیگان')).toEqual(['MATIC']);
  });

  it('returns all coins for an empty text and none for an unknown one', () => {
    expect(searchCoins(COINS, ' ')).toHaveLength(COINS.length);
    expect(searchCoins(COINS, 'coin')).toEqual([]);
  });
});
