/** The logins come last (requirements §2.11). */
export const TABS = ['trades', 'toman', 'crypto', 'logins'] as const;
export type TabKey = (typeof TABS)[number];

export const HISTORY_KINDS = ['deposit', 'withdraw'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Names in links of other pages and older messages. */
const TAB_ALIASES: Readonly<Record<string, TabKey>> = { deposits: 'toman' };

export function parseTab(search: URLSearchParams): TabKey {
  const tabName = search.get('tab') ?? '';
  return TABS.find((key) => key === tabName) ?? TAB_ALIASES[tabName] ?? 'trades';
}

export const parseHistoryKind = (search: URLSearchParams): HistoryKind =>
  HISTORY_KINDS.find((kind) => kind === search.get('kind')) ?? 'deposit';
