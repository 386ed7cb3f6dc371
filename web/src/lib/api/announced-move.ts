import { getLastMoneyRequest } from './last-move.ts';

export type MoneyRequestKind = 'order' | 'trade' | 'withdrawal' | 'other';

export interface MoneyRequestOutcome {
  kind: MoneyRequestKind;
  outcome: 'DONE' | 'UNKNOWN';
}

const KINDS: Readonly<Record<string, MoneyRequestKind>> = {
  '/orders': 'order',
  '/exchange/buy': 'trade',
  '/exchange/sell': 'trade',
  '/wallets/withdrawal-request': 'withdrawal',
};
/** Older requests are not reported: the person has seen their outcome elsewhere. */
const RECENT_MS = 10 * 60_000;
const KEY = 'sarraf.move';

interface StoredMoneyRequest {
  path: string;
  state: string;
  at: number;
}

/**
 * Returns what is known of the person's last money request, without any amount. Stored per tab, so that it survives
 * a reload of the page, which may break again. Null for a refusal, which changed nothing.
 */
export function readMoneyRequestOutcome(now = Date.now()): MoneyRequestOutcome | null {
  const request: StoredMoneyRequest | null = getLastMoneyRequest() ?? loadMoneyRequest();
  if (request === null || request.state === 'REFUSED' || now - request.at > RECENT_MS) return null;
  saveMoneyRequest(request);
  return { kind: KINDS[request.path] ?? 'other', outcome: request.state === 'DONE' ? 'DONE' : 'UNKNOWN' };
}

/** Resolves once the outcome of a pending request is known. */
export const waitForMoneyRequest = (): Promise<unknown> =>
  getLastMoneyRequest()?.settled ?? Promise.resolve();

function saveMoneyRequest({ path, state, at }: StoredMoneyRequest): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, state, at }));
  } catch {
    // Without storage it is reported once.
  }
}

function loadMoneyRequest(): StoredMoneyRequest | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredMoneyRequest | null;
    return typeof stored?.path === 'string' && typeof stored.at === 'number' ? stored : null;
  } catch {
    return null;
  }
}
