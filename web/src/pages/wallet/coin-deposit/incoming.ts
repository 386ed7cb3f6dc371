import type { checkDeposit, DepositRow, ReplyOf } from '@sarraf/domain/contracts';

/** Returns the deposits to watch: pending ones, and those that were pending until a moment ago. */
export const filterIncoming = (rows: readonly DepositRow[], watched: ReadonlySet<string>): DepositRow[] =>
  rows.filter((row) => row.state === 'PENDING' || watched.has(row.id));

/** Result of the search for a missed deposit (requirements §8.3). */
export type DepositSearchResult =
  | { kind: 'notRecognised' }
  | { kind: 'confirmed'; amount: string }
  | { kind: 'unconfirmed'; amount: string; done: number; needed: number };

export function toDepositSearchResult(reply: ReplyOf<typeof checkDeposit>['baseDTO']): DepositSearchResult {
  const { amount, transactionIsDone, confirmations, neededConfirmations } = reply;
  if (amount === null) return { kind: 'notRecognised' };
  if (transactionIsDone) return { kind: 'confirmed', amount };
  return { kind: 'unconfirmed', amount, done: confirmations, needed: neededConfirmations };
}
