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
  /** Has the open orders of one who is put out taken back, once the transaction has committed. */
  takeOrdersBack(tx: Tx, userId: string): Promise<void>;
  /** Tickets that wait for an answer, at most 1,000. */
  waitingTickets(): Promise<number>;
  /** What waits for the treasury, each at most 1,000. */
  waitingMoney(): Promise<WaitingMoney>;
}

/** What a person has and did; lists are the newest. */
export interface PeoplesMoney {
  balances(userId: string): Promise<Balance[]>;
  /** Of what is blocked: on its way out, and frozen by court order. */
  leaving(userId: string): Promise<Map<Asset, bigint>>;
  frozen(userId: string): Promise<Map<Asset, bigint>>;
  shares(userId: string): Promise<InviteShares>;
  orders(userId: string, limit: number): Promise<Order[]>;
  deposits(userId: string, limit: number): Promise<DepositRow[]>;
  withdrawals(userId: string, limit: number): Promise<WithdrawalRow[]>;
  withdrawalsById(userId: string, ids: readonly string[]): Promise<Map<string, WithdrawalRow>>;
}

/** What others find by what was typed. */
export interface Finds {
  tickets(typed: string, limit: number): Promise<StaffFinds['tickets']>;
  stores(typed: string, limit: number): Promise<StaffFinds['stores']>;
  /** Receipts and statements by verification code; receipts by the end of the id that their number stands for. */
  documents(typed: string, idEnd: string | null): Promise<IssuedSubject[]>;
}

export interface WaitingMoney {
  withdrawals: number;
  /** Payouts of Toman that aren't closed. */
  payouts: number;
  unclaimed: number;
  bankDeposits: number;
  /** Settlements of gateways that are open. */
  gatewaySettlements: number;
  /** Payments that were paid and not credited, of which somebody has to decide. */
  suspendedPayments: number;
  /** Alarms that nobody has taken on. */
  alarms: number;
  refunds: number;
  /** Changes of rows of business that wait for a second admin: of coins and markets, of levels and limits. */
  coinChanges: number;
  limitChanges: number;
}

/** What the operations of this folder work with. */
export interface BackofficeContext extends BackofficeDeps {
  now(): Date;
}
