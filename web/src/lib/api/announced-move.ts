import { getLastMoneyRequest } from './last-move.ts';

export type MoveKind = 'order' | 'trade' | 'withdrawal' | 'other';

export interface MoneyRequestOutcome {
  kind: MoveKind;
  outcome: 'DONE' | 'UNKNOWN';
}

const KINDS: Readonly<Record<string, MoveKind>> = {
  '/orders': 'order',
  '/exchange/buy': 'trade',
  '/exchange/sell': 'trade',
  '/wallets/withdrawal-request': 'withdrawal',
};
/** Older requests are not reported: the person has seen their outcome elsewhere. */
const RECENT_MS = 10 * 60_000;
const KEY = 'sarraf.move';

interface KeptMove {
  path: string;
  state: string;
  at: number;
}

/**
 * Returns what is known of the person's last money request, without any amount. Stored per tab, so that it survives
 * a reload of the page, which may break again. Null for a refusal, which changed nothing.
 */
export function readMoneyRequestOutcome(now = Date.now()): MoneyRequestOutcome | null {
  const move: KeptMove | null = getLastMoneyRequest() ?? readKept();
  if (move === null || move.state === 'REFUSED' || now - move.at > RECENT_MS) return null;
  keep(move);
  return { kind: KINDS[move.path] ?? 'other', outcome: move.state === 'DONE' ? 'DONE' : 'UNKNOWN' };
}

/** Resolves once the outcome of a pending request is known. */
export const whenSettled = (): Promise<unknown> => getLastMoneyRequest()?.settled ?? Promise.resolve();

function keep({ path, state, at }: KeptMove): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, state, at }));
  } catch {
    // Without storage it is reported once.
  }
}

function readKept(): KeptMove | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptMove | null;
    return typeof kept?.path === 'string' && typeof kept.at === 'number' ? kept : null;
  } catch {
    return null;
  }
}
