/**
 * Filters that a member of staff named, by list. They are kept in the browser, under the account's id, as the other habits of
 * a place of work are (keys, theme, how a desk is laid out): nothing depends on them, and whoever else signs in here has
 * their own.
 */
export interface SavedFilter {
  name: string;
  /** The address's query, in one order, so that the same filters are the same text. */
  search: string;
}

export const MAX_SAVED = 8;
export const MAX_FILTER_NAME = 40;

export const savedFiltersKey = (accountId: string, list: string): string =>
  `sarraf.staff-filters.${accountId}.${list}`;

/** Of an address's query what filters; nothing of it is left out, and no order of it counts. */
export function searchText(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search);
  sorted.sort();
  return sorted.toString();
}

/** What was kept, as far as it can be read: another version, or somebody's hand, may have written it. */
export function readSavedFilters(text: string | null): SavedFilter[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.filter(isSaved).slice(0, MAX_SAVED);
}

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedFilter).name === 'string' &&
  (value as SavedFilter).name !== '' &&
  typeof (value as SavedFilter).search === 'string';

/** With one more at the end; one of the same name takes the new filters. */
export function withSaved(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] {
  const name = added.name.trim().slice(0, MAX_FILTER_NAME);
  if (name === '') return [...saved];
  const others = saved.filter((one) => one.name !== name);
  return [...others, { name, search: added.search }].slice(-MAX_SAVED);
}
