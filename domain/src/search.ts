import { ASSETS, type Asset } from './assets.ts';
import { toLatinDigits } from './digits.ts';

/** What one letter is typed as elsewhere: Arabic keyboards, and older spellings. */
const SAME_LETTERS: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' };

/** What stands between words, or within one that others write in two: vowel marks, tatweel, joiners and marks of direction too. */
const BETWEEN = /[\p{M}\p{Cf}\s\u0640'’"«»?؟!.,،:;؛()/_-]+/gu;

/** One spelling for what people type in several: digits, Arabic letters, full-width ones, accents, vowel marks, half spaces, dashes, capitals. */
export const searchKey = (text: string): string =>
  toLatinDigits(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[يىكة]/g, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(BETWEEN, '');

export const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\u200c()/_,،؟?-]+/)
    .map(searchKey)
    .filter((word) => word !== '');

/** From here on a letter may be missing, wrong, too many or swapped; from the second length on two. */
const ONE_SLIP = 4;
const TWO_SLIPS = 9;
export const slipsOf = (typed: string): number =>
  typed.length < ONE_SLIP ? 0 : typed.length < TWO_SLIPS ? 1 : 2;

/** How close a name is to what was typed: 0 is the same, then its beginning, a word's, a part, all words, nearly; null: not. */
export function closeness(typed: string, name: string): number | null {
  const wanted = searchKey(typed);
  const whole = searchKey(name);
  if (wanted === '' || whole === '') return null;
  if (whole === wanted) return 0;
  if (whole.startsWith(wanted)) return 1;
  const words = wordsOf(name);
  if (words.some((word) => word.startsWith(wanted))) return 2;
  if (wanted.length > 1 && whole.includes(wanted)) return 3;
  const each = wordsOf(typed);
  if (each.length > 1 && each.every((word) => whole.includes(word))) return 4;
  const slips = slipsOf(wanted);
  return slips > 0 && [whole, ...words].some((word) => slipsToBegin(wanted, word) <= slips) ? 5 : null;
}

/** Entries of which a name is close, the closest first, otherwise in their order. */
export function closest<T>(
  entries: readonly T[],
  typed: string,
  namesOf: (entry: T) => readonly string[],
): T[] {
  return entries
    .map((entry) => ({
      entry,
      far: Math.min(...namesOf(entry).map((name) => closeness(typed, name) ?? FAR)),
    }))
    .filter(({ far }) => far < FAR)
    .sort((a, b) => a.far - b.far)
    .map(({ entry }) => entry);
}
const FAR = 9;

/** Other spellings and older names that people look for. */
const OTHER_NAMES: Readonly<Partial<Record<Asset, readonly string[]>>> = {
  TETHER: ['یو اس دی تی'],
  BITCOIN: ['بتکوین'],
  ETHEREUM: ['اتریم', 'اتر'],
  BINANCE_COIN_BSC: ['بایننس کوین', 'Binance Coin'],
  RIPPLE: ['Ripple', 'ایکس آر پی'],
  TRON: ['ترن'],
  DOGE_COIN: ['داج کوین', 'دوج'],
  MATIC: ['پلیگان', 'پولیگان', 'متیک', 'ماتیک'],
  ELROND: ['Elrond', 'الروند'],
  EOS: ['ائوس', 'ایوس', 'Vaulta'],
};

/** What an asset is traded as, its names in both languages, its code, and what else people call it. */
export const namesOfAsset = (asset: Asset): readonly string[] => {
  const { persianName, englishName, symbol } = ASSETS[asset];
  return [symbol, persianName, englishName, asset, ...(OTHER_NAMES[asset] ?? [])];
};

export const closestAssets = <A extends Asset>(assets: readonly A[], typed: string): A[] =>
  closest(assets, typed, namesOfAsset);

/** A txid as the chains write it: in capitals, or with 0x before it; none: it can't be one. */
export function txidsMeant(typed: string): string[] {
  const [, hex] = /^(?:0x)?([0-9a-f]{64})$/.exec(typed.trim().toLowerCase()) ?? [];
  return hex ? [hex, hex.toUpperCase(), `0x${hex}`] : [];
}

/** The first and the last id that begin so, of eight digits at least; null: no id does. */
export function idsMeant(typed: string): { from: string; to: string } | null {
  const digits = searchKey(typed);
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: asId(digits.padEnd(32, '0')), to: asId(digits.padEnd(32, 'f')) };
}
const asId = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Letters to take, add, change or swap until what was typed is the beginning of the word. */
export function slipsToBegin(typed: string, word: string): number {
  // One letter more than was typed may have been left out at most twice.
  const letters = word.slice(0, typed.length + 2);
  let before: number[] = [];
  let last = Array.from({ length: letters.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= letters.length; j += 1) {
      const same = typed[i - 1] === letters[j - 1];
      const swapped = typed[i - 1] === letters[j - 2] && typed[i - 2] === letters[j - 1];
      next[j] = Math.min(
        (last[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return Math.min(...last);
}
