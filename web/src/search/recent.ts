const KEY = 'sarraf.recent-searches';
const MOST = 5;

/** Returns the recent searches on this device, the latest first; never those that led to personal data. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text): text is string => typeof text === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text === '') return;
  keep([text, ...recentSearches().filter((other) => other !== text)].slice(0, MOST));
}

export const forgetSearches = (): void => keep([]);

function keep(texts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // Without storage recent searches are not remembered.
  }
}
