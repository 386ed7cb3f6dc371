import { ASSETS, type Asset } from './assets.ts';
import { toLatinDigits } from './digits.ts';

/** Letters with other code points on Arabic keyboards and in older spellings. */
const SAME_LETTERS: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' };

/**
 * Characters between words, or within words that others write separately: including vowel marks, tatweel, joiners
 * and direction marks.
 */
const SEPARATORS = /[\p{M}\p{Cf}\s\u0640'’"«»?؟!.,،:;؛()/_-]+/gu;

/**
 * Normalises spelling variants of queries: digits, Arabic letters, full-width ones, accents, vowel marks, half
 * spaces, dashes, capitals.
 */
export const normalizeSearchText = (text: string): string =>
  toLatinDigits(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[يىكة]/g, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(SEPARATORS, '');

export const splitSearchWords = (text: string): string[] =>
  text
    .split(/[\s\u200c()/_,،؟?-]+/)
    .map(normalizeSearchText)
    .filter((word) => word !== '');

/** Minimum length for one typo (a letter missing, wrong, added or swapped); two from the second length on. */
const MIN_LENGTH_ONE_TYPO = 4;
const MIN_LENGTH_TWO_TYPOS = 9;
export const maxTyposFor = (typed: string): number =>
  typed.length < MIN_LENGTH_ONE_TYPO ? 0 : typed.length < MIN_LENGTH_TWO_TYPOS ? 1 : 2;

/**
 * Returns how close a name is to a query: 0 is equal, then its beginning, that of a word, a part, all words, with
 * typos; null: no match.
 */
export function rankMatch(typed: string, name: string): number | null {
  const query = normalizeSearchText(typed);
  const normalizedName = normalizeSearchText(name);
  if (query === '' || normalizedName === '') return null;
  if (normalizedName === query) return 0;
  if (normalizedName.startsWith(query)) return 1;
  const words = splitSearchWords(name);
  if (words.some((word) => word.startsWith(query))) return 2;
  if (query.length > 1 && normalizedName.includes(query)) return 3;
  const queryWords = splitSearchWords(typed);
  if (queryWords.length > 1 && queryWords.every((word) => normalizedName.includes(word))) return 4;
  const maxTypos = maxTyposFor(query);
  return maxTypos > 0 &&
    [normalizedName, ...words].some((word) => countTyposToPrefix(query, word) <= maxTypos)
    ? 5
    : null;
}

/** Returns entries with a matching name, the closest first, otherwise in order. */
export function findClosest<T>(
  entries: readonly T[],
  typed: string,
  namesOf: (entry: T) => readonly string[],
): T[] {
  return entries
    .map((entry) => ({
      entry,
      far: Math.min(...namesOf(entry).map((name) => rankMatch(typed, name) ?? NO_MATCH_RANK)),
    }))
    .filter(({ far }) => far < NO_MATCH_RANK)
    .sort((a, b) => a.far - b.far)
    .map(({ entry }) => entry);
}
const NO_MATCH_RANK = 9;

/** Alternative spellings and older names. */
const ALTERNATIVE_NAMES: Readonly<Partial<Record<Asset, readonly string[]>>> = {
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
export const listAssetNames = (asset: Asset): readonly string[] => {
  const { persianName, englishName, symbol } = ASSETS[asset];
  return [symbol, persianName, englishName, asset, ...(ALTERNATIVE_NAMES[asset] ?? [])];
};

export const findClosestAssets = <A extends Asset>(assets: readonly A[], typed: string): A[] =>
  findClosest(assets, typed, listAssetNames);

/** Returns a txid in the notation of the chains: in capitals, or with 0x; empty: it can't be one. */
export function listTxidNotations(typed: string): string[] {
  const [, hex] = /^(?:0x)?([0-9a-f]{64})$/.exec(typed.trim().toLowerCase()) ?? [];
  return hex ? [hex, hex.toUpperCase(), `0x${hex}`] : [];
}

/** Returns the first and the last id with this prefix, of at least eight digits; null: no id has it. */
export function parseIdPrefix(typed: string): { from: string; to: string } | null {
  const digits = normalizeSearchText(typed);
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: formatUuid(digits.padEnd(32, '0')), to: formatUuid(digits.padEnd(32, 'f')) };
}
const formatUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Returns the number of typos (letters removed, added, changed or swapped) between the query and the beginning of
 * the word.
 */
export function countTyposToPrefix(typed: string, word: string): number {
  // At most two letters may be missing in the query.
  const letters = word.slice(0, typed.length + 2);
  let secondLastRow: number[] = [];
  let lastRow = Array.from({ length: letters.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const currentRow = [i];
    for (let j = 1; j <= letters.length; j += 1) {
      const isEqual = typed[i - 1] === letters[j - 1];
      const isSwapped = typed[i - 1] === letters[j - 2] && typed[i - 2] === letters[j - 1];
      currentRow[j] = Math.min(
        (lastRow[j] ?? 0) + 1,
        (currentRow[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped && i > 1 && j > 1 ? (secondLastRow[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    secondLastRow = lastRow;
    lastRow = currentRow;
  }
  return Math.min(...lastRow);
}
