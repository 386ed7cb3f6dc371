import type { Asset } from '@sarraf/domain';
import type { DepositRow, Order, StaffFinds, WithdrawalRow } from '@sarraf/domain/contracts';
import type { Branding } from '../brand/index.ts';
import type { Levels, People } from '../identity/index.ts';
import type { IssuedSubject } from '../issued-documents/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { InviteShares } from '../referral/index.ts';
import type { VolumeOf } from '../trading/index.ts';
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
    | 'waiting'
    | 'countWaiting'
    | 'account'
    | 'submittedAt'
    | 'findByNationalCode'
    | 'checks'
    | 'runCheck'
    | 'readDocument'
    | 'decide'
    | 'companyApplication'
    | 'decideCompany'
  >;
  notify: Messaging['notify'];
  levels: Levels;
  volumeOf: VolumeOf;
  limits: Withdrawal['limits'];
  money: PeoplesMoney;
  finds: Finds;
  /** Enqueues the cancellation of a blocked user's open orders, once the transaction has committed. */
  takeOrdersBack(tx: Tx, userId: string): Promise<void>;
  /** Number of tickets that wait for a reply, at most 1,000. */
  waitingTickets(): Promise<number>;
  /** Numbers of items that wait for the treasury, each at most 1,000. */
  waitingMoney(): Promise<WaitingMoney>;
}

/** A user's balances and history; lists have the newest items. */
export interface PeoplesMoney {
  balances(userId: string): Promise<Balance[]>;
  /** Blocked amounts: being withdrawn, and frozen by court order. */
  leaving(userId: string): Promise<Map<Asset, bigint>>;
  frozen(userId: string): Promise<Map<Asset, bigint>>;
  shares(userId: string): Promise<InviteShares>;
  orders(userId: string, limit: number): Promise<Order[]>;
  deposits(userId: string, limit: number): Promise<DepositRow[]>;
  withdrawals(userId: string, limit: number): Promise<WithdrawalRow[]>;
  withdrawalsById(userId: string, ids: readonly string[]): Promise<Map<string, WithdrawalRow>>;
}

/** Searches of other capabilities by the typed text. */
export interface Finds {
  tickets(typed: string, limit: number): Promise<StaffFinds['tickets']>;
  stores(typed: string, limit: number): Promise<StaffFinds['stores']>;
  /**
   * Finds receipts and statements by verification code; receipts also by the end of the id that their number stands
   * for.
   */
  documents(typed: string, idEnd: string | null): Promise<IssuedSubject[]>;
}

export interface WaitingMoney {
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
