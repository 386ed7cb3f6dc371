const KEY = 'sarraf.recent-searches';
const MAX_SEARCHES = 5;

/** Returns the recent searches on this device, the latest first; never those that led to personal data. */
export function loadRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text): text is string => typeof text === 'string').slice(0, MAX_SEARCHES);
  } catch {
    return [];
  }
}

export function saveRecentSearch(typed: string): void {
  const text = typed.trim();
  if (text === '') return;
  writeSearches([text, ...loadRecentSearches().filter((other) => other !== text)].slice(0, MAX_SEARCHES));
}

export const clearRecentSearches = (): void => writeSearches([]);

function writeSearches(texts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // Without storage recent searches are not remembered.
  }
}
