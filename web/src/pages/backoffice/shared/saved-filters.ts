/**
 * Filters that a staff member saved by name, by list. Stored in the browser under the account's id, like other
 * preferences (keys, theme, layout of the trade screen): nothing depends on them, and other accounts on this
 * browser have their own.
 */
export interface SavedFilter {
  name: string;
  /** The query string in a canonical order, so that equal filters are equal texts. */
  search: string;
}

export const MAX_SAVED = 8;
export const MAX_FILTER_NAME = 40;

export const getSavedFiltersKey = (accountId: string, list: string): string =>
  `sarraf.staff-filters.${accountId}.${list}`;

/** Returns the filters of a query string in a canonical order. */
export function toCanonicalSearch(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search);
  sorted.sort();
  return sorted.toString();
}

/** Parses stored filters, ignoring invalid ones: another version or a person may have written them. */
export function parseSavedFilters(text: string | null): SavedFilter[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.filter(isSavedFilter).slice(0, MAX_SAVED);
}

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedFilter).name === 'string' &&
  (value as SavedFilter).name !== '' &&
  typeof (value as SavedFilter).search === 'string';

/** Adds filters at the end, or replaces those of the same name. */
export function addSavedFilter(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] {
  const name = added.name.trim().slice(0, MAX_FILTER_NAME);
  if (name === '') return [...saved];
  const others = saved.filter((one) => one.name !== name);
  return [...others, { name, search: added.search }].slice(-MAX_SAVED);
}
