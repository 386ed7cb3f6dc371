import { type Coin, namesOfAsset, searchKey } from '@sarraf/domain';

/** Coins of which a name, ticker or code starts with the text; all when it is empty. */
export function searchCoins(coins: readonly Coin[], text: string): readonly Coin[] {
  const wanted = searchKey(text);
  if (wanted === '') return coins;
  return coins.filter((coin) => namesOfAsset(coin).some((name) => searchKey(name).startsWith(wanted)));
}
