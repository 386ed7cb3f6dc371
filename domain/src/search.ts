import { ASSETS, type Asset } from './assets.ts';
import { toLatinDigits } from './digits.ts';

/** Letters with other code points on Arabic keyboards and in older spellings. */
const SAME_LETTERS: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' };

/**
 * Characters between words, or within words that others write separately: including vowel marks, tatweel, joiners
 * and direction marks.
 */
const BETWEEN = /[\p{M}\p{Cf}\s\u0640'’"«»?؟!.,،:;؛()/_-]+/gu;

/**
 * Normalises spelling variants of queries: digits, Arabic letters, full-width ones, accents, vowel marks, half
 * spaces, dashes, capitals.
 */
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

/** Minimum length for one typo (a letter missing, wrong, added or swapped); two from the second length on. */
const ONE_SLIP = 4;
const TWO_SLIPS = 9;
export const slipsOf = (typed: string): number =>
  typed.length < ONE_SLIP ? 0 : typed.length < TWO_SLIPS ? 1 : 2;

/**
 * Returns how close a name is to a query: 0 is equal, then its beginning, that of a word, a part, all words, with
 * typos; null: no match.
 */
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

/** Returns entries with a matching name, the closest first, otherwise in order. */
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

/** Alternative spellings and older names. */
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

/** Returns an asset's symbol, its names in both languages, its code, and alternative names. */
export const namesOfAsset = (asset: Asset): readonly string[] => {
  const { persianName, englishName, symbol } = ASSETS[asset];
  return [symbol, persianName, englishName, asset, ...(OTHER_NAMES[asset] ?? [])];
};

export const closestAssets = <A extends Asset>(assets: readonly A[], typed: string): A[] =>
  closest(assets, typed, namesOfAsset);

/** Returns a txid in the notation of the chains: in capitals, or with 0x; empty: it can't be one. */
export function txidsMeant(typed: string): string[] {
  const [, hex] = /^(?:0x)?([0-9a-f]{64})$/.exec(typed.trim().toLowerCase()) ?? [];
  return hex ? [hex, hex.toUpperCase(), `0x${hex}`] : [];
}

/** Returns the first and the last id with this prefix, of at least eight digits; null: no id has it. */
export function idsMeant(typed: string): { from: string; to: string } | null {
  const digits = searchKey(typed);
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: asId(digits.padEnd(32, '0')), to: asId(digits.padEnd(32, 'f')) };
}
const asId = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Returns the number of typos (letters removed, added, changed or swapped) between the query and the beginning of
 * the word.
 */
export function slipsToBegin(typed: string, word: string): number {
  // At most two letters may be missing in the query.
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
