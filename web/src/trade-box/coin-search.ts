import { type Coin, namesOfAsset, searchKey } from '@sarraf/domain';

/** Returns the coins with a name, ticker or code that starts with the text; all for an empty text. */
export function searchCoins(coins: readonly Coin[], text: string): readonly Coin[] {
  const wanted = searchKey(text);
  if (wanted === '') return coins;
  return coins.filter((coin) => namesOfAsset(coin).some((name) => searchKey(name).startsWith(wanted)));
}
