import { describe, expect, it } from 'vitest';
import { buildPortfolio, buildWalletRows, filterListedRows, OTHERS_KEY } from './portfolio.ts';

const entry = (totalBalance: string, wholePriceOfCredit: string | null, blockedCredit = '0') => ({
  credit: totalBalance,
  blockedCredit,
  totalBalance,
  wholePriceOfCredit,
});
const EMPTY = entry('0', '0');
const coins = (wallets: Parameters<typeof buildWalletRows>[0]) =>
  buildWalletRows(wallets).map((row) => row.coin);

describe('buildWalletRows', () => {
  it('keeps the order of the API and omits Toman', () => {
    expect(coins({ TOMAN: entry('5', '5'), TETHER: EMPTY, BITCOIN: EMPTY, ETHEREUM: EMPTY })).toEqual([
      'TETHER',
      'BITCOIN',
      'ETHEREUM',
    ]);
  });

  it('shows a closed coin only to holders, without trading', () => {
    expect(coins({ BINANCE_COIN: EMPTY })).toEqual([]);
    expect(buildWalletRows({ BINANCE_COIN: entry('0.5', null) })[0]).toMatchObject({
      tradable: false,
      value: null,
    });
  });

  it('lists coins with a balance first, the most valuable on top, and the others only on request', () => {
    const rows = buildWalletRows({
      TETHER: EMPTY,
      TRON: entry('1', '30000'),
      BITCOIN: entry('0.5', '6000000000'),
      DASH: entry('1', null),
    });
    const listed = (search: string, all: boolean) =>
      filterListedRows(rows, search, all).map((row) => row.coin);
    expect(listed('', false)).toEqual(['BITCOIN', 'TRON', 'DASH']);
    expect(listed('', true)).toEqual(['BITCOIN', 'TRON', 'DASH', 'TETHER']);
    expect(listed('usdt', false)).toEqual(['TETHER']);
    expect(filterListedRows(buildWalletRows({ TETHER: EMPTY }), '', false)).toHaveLength(1);
  });
});

describe('filterListedRows with a search', () => {
  const rows = buildWalletRows({
    BITCOIN: EMPTY,
    BITCOIN_CASH: EMPTY,
    BINANCE_COIN_BSC: EMPTY,
    CLASSIC_ETHEREUM: EMPTY,
  });
  const findCoins = (search: string) => filterListedRows(rows, search, true).map((row) => row.coin);

  it('matches the start of ticker, code, Persian and English name', () => {
    expect(findCoins('btc')).toEqual(['BITCOIN']);
    expect(findCoins('classic_')).toEqual(['CLASSIC_ETHEREUM']);
    expect(findCoins('بیت')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
    expect(findCoins('Bitcoin C')).toEqual(['BITCOIN_CASH']);
    expect(findCoins('  ')).toHaveLength(4);
  });

  it('does not match the middle of a name', () => {
    expect(findCoins('coin')).toEqual([]);
  });

  it('ignores Arabic letter forms and blanks instead of the joiner', () => {
    expect(findCoins('بيت كوين')).toEqual(['BITCOIN', 'BITCOIN_CASH']);
  });
});

describe('portfolio', () => {
  it('sums exactly, including Toman, the largest part first', () => {
    const { total, parts, held } = buildPortfolio({
      TOMAN: entry('0.1', '0.1'),
      BITCOIN: entry('1', '9007199254740993.2'),
      TETHER: EMPTY,
    });
    expect(total).toBe('9007199254740993.3');
    expect(parts.map((part) => part.key)).toEqual(['BITCOIN', 'TOMAN']);
    expect(parts[1]).toMatchObject({ share: 1, percent: null });
    expect(held).toBe(2);
  });

  it('shows six parts and combines the others', () => {
    const many = ['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE', 'DASH', 'CELO', 'EOS', 'STELLAR'];
    const { parts } = buildPortfolio(
      Object.fromEntries(many.map((coin, i) => [coin, entry('1', String(100 - i))])),
    );
    expect(parts).toHaveLength(7);
    expect(parts.at(-1)).toMatchObject({ key: OTHERS_KEY, value: '187' });
  });

  it('shows a single seventh part under its own name instead of as others', () => {
    const seven = ['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE', 'DASH', 'CELO', 'EOS'];
    const { parts } = buildPortfolio(Object.fromEntries(seven.map((coin) => [coin, entry('1', '10')])));
    expect(parts.map((part) => part.key)).not.toContain(OTHERS_KEY);
  });

  it('reports when a coin without a price is left out of the sum', () => {
    expect(buildPortfolio({ DASH: entry('2', null), TOMAN: entry('7', '7') })).toMatchObject({
      total: '7',
      unpriced: true,
    });
  });

  it('is empty for an empty wallet', () => {
    expect(buildPortfolio({ TOMAN: EMPTY })).toEqual({ total: '0', parts: [], held: 0, unpriced: false });
  });
});
