import { type Coin, listAssetNames, normalizeSearchText } from '@sarraf/domain';

/** Returns the coins with a name, ticker or code that starts with the text; all for an empty text. */
export function searchCoins(coins: readonly Coin[], text: string): readonly Coin[] {
  const query = normalizeSearchText(text);
  if (query === '') return coins;
  return coins.filter((coin) =>
    listAssetNames(coin).some((name) => normalizeSearchText(name).startsWith(query)),
  );
}
