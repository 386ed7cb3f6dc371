import type { People } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Verification } from '../verification/index.ts';

export interface BackofficeDeps {
  db: Db;
  clock: Clock;
  people: People;
  verification: Pick<
    Verification,
    'waiting' | 'countWaiting' | 'account' | 'submittedAt' | 'checks' | 'runCheck' | 'readDocument' | 'decide'
  >;
  notify: Messaging['notify'];
  /** Has the open orders of one who is put out taken back, once the transaction has committed. */
  takeOrdersBack(tx: Tx, userId: string): Promise<void>;
  /** Tickets that wait for an answer, at most 1,000. */
  waitingTickets(): Promise<number>;
  /** What waits for the treasury, each at most 1,000. */
  waitingMoney(): Promise<WaitingMoney>;
}

export interface WaitingMoney {
  withdrawals: number;
  unclaimed: number;
  bankDeposits: number;
}

/** What the operations of this folder work with. */
export interface Kit extends BackofficeDeps {
  now(): Date;
}
