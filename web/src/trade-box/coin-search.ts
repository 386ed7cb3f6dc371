import { ASSETS, type Coin } from '@sarraf/domain';

/** One spelling for what people type in several: Arabic letters, half spaces, capitals. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/[\s\u200c\u200f\u200e-]+/g, '');

/** Coins whose Persian name, English name, ticker or code starts with the text; all when it is empty. */
export function searchCoins(coins: readonly Coin[], text: string): readonly Coin[] {
  const wanted = plain(text);
  if (wanted === '') return coins;
  return coins.filter((coin) => {
    const { persianName, englishName, symbol } = ASSETS[coin];
    return [persianName, englishName, symbol, coin.replaceAll('_', '')].some((name) =>
      plain(name).startsWith(wanted),
    );
  });
}
