import type { Asset } from '@sarraf/domain';
import type { DepositRow, Order, StaffFinds, WithdrawalRow } from '@sarraf/domain/contracts';
import type { Branding } from '../brand/index.ts';
import type { Levels, People } from '../identity/index.ts';
import type { DocumentSubject } from '../issued-documents/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { InviteShares } from '../referral/index.ts';
import type { VolumeReader } from '../trading/index.ts';
import type { Verification } from '../verification/index.ts';
import type { Balance } from '../wallet/index.ts';
import type { Withdrawal } from '../withdrawal/index.ts';

export interface BackofficeDeps {
  db: Db;
  clock: Clock;
  people: People;
  branding: Branding;
  verification: Pick<
    Verification,
    | 'listWaiting'
    | 'countWaiting'
    | 'readAccount'
    | 'findSubmittedAt'
    | 'findByNationalCode'
    | 'listChecks'
    | 'runCheck'
    | 'readDocument'
    | 'decide'
    | 'readCompanyApplication'
    | 'decideCompany'
  >;
  notify: Messaging['notify'];
  levels: Levels;
  volumeOf: VolumeReader;
  limits: Withdrawal['limits'];
  money: UserMoneyReader;
  finds: StaffSearches;
  /** Enqueues the cancellation of a blocked user's open orders, once the transaction has committed. */
  enqueueCancelAllOrders(tx: Tx, userId: string): Promise<void>;
  /** Number of tickets that wait for a reply, at most 1,000. */
  countWaitingTickets(): Promise<number>;
  /** Numbers of items that wait for the treasury, each at most 1,000. */
  countWaitingMoney(): Promise<TreasuryQueueCounts>;
}

/** A user's balances and history; lists have the newest items. */
export interface UserMoneyReader {
  readBalances(userId: string): Promise<Balance[]>;
  /** Blocked amounts: being withdrawn, and frozen by court order. */
  readWithdrawing(userId: string): Promise<Map<Asset, bigint>>;
  readFrozen(userId: string): Promise<Map<Asset, bigint>>;
  readShares(userId: string): Promise<InviteShares>;
  listOrders(userId: string, limit: number): Promise<Order[]>;
  listDeposits(userId: string, limit: number): Promise<DepositRow[]>;
  listWithdrawals(userId: string, limit: number): Promise<WithdrawalRow[]>;
  readWithdrawalsById(userId: string, ids: readonly string[]): Promise<Map<string, WithdrawalRow>>;
}

/** Searches of other capabilities by the typed text. */
export interface StaffSearches {
  findTickets(typed: string, limit: number): Promise<StaffFinds['tickets']>;
  findStores(typed: string, limit: number): Promise<StaffFinds['stores']>;
  /**
   * Finds receipts and statements by verification code; receipts also by the end of the id that their number stands
   * for.
   */
  findDocuments(typed: string, idEnd: string | null): Promise<DocumentSubject[]>;
}

export interface TreasuryQueueCounts {
  withdrawals: number;
  /** Toman payouts that aren't closed. */
  payouts: number;
  unclaimed: number;
  bankDeposits: number;
  /** Gateway settlements that are open. */
  gatewaySettlements: number;
  /** Payments that were paid and not credited, and need a decision. */
  suspendedPayments: number;
  /** Unacknowledged alarms. */
  alarms: number;
  refunds: number;
  /** Changes of business rows that wait for a second admin: of coins and markets, of levels and limits. */
  coinChanges: number;
  limitChanges: number;
}

/** Dependencies of the operations of this folder. */
export interface BackofficeContext extends BackofficeDeps {
  now(): Date;
}
