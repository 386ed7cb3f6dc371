import type { Asset, UserLevel } from '@sarraf/domain';
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import type { Row } from '../ledger/index.ts';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Caller, Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { PersonLimit } from './limits/person-limits.ts';
import type { LevelLimits, RequestKey, Reservation } from './reservations/reservation-store.ts';

/** A Toman withdrawal that waits for its batch. */
export interface WaitingPayout {
  id: string;
  userId: string;
  /** Amount that arrives, Toman in smallest units. */
  receives: bigint;
  /** 24 digits. */
  sheba: string;
}

/** Coins that are bought to be sent immediately, and the codes that were sent for exactly that. */
export interface BuyAndSendRequest {
  asset: Asset;
  tokenType: string | undefined;
  /** Smallest units, withdrawal fee included. */
  amount: bigint;
  address: string;
  tag: string | undefined;
  code: string | undefined;
  smsCode: string | undefined;
}

/** Coins that a company's settlement bought, and their destination, confirmed by code when it was set. */
export interface CompanyCoins {
  /** Id of the withdrawal, chosen before it is requested. */
  id: string;
  companyId: string;
  userId: string;
  asset: Asset;
  /** Smallest units, withdrawal fee included. */
  amount: bigint;
}
export interface CompanyWithdrawal extends CompanyCoins {
  tokenType: string;
  address: string;
  tag: string;
}

/** The user whose limits apply. */
export type CompanySender = Pick<Caller, 'userId' | 'level'>;

/** Terms of sending a company's coins by a network. Smallest units of the coin; Toman. */
export interface CompanySendingTerms {
  fee: bigint;
  min: bigint;
  max: bigint;
  /** The daily limit of the owner's level, value in Toman. */
  perDay: bigint;
}

/** Filter of a user's withdrawals: one coin, or all but one. */
export interface WithdrawalFilter {
  asset: Asset | null;
  except: Asset | null;
}

/** Withdrawal requests: validated, confirmed by code, limited, reviewed, cancelled. */
export interface Withdrawal {
  routes(http: Http): void;
  jobs: Job[];
  limits: {
    /** Returns the level's daily and monthly limits, what remains of them, and limits set for the user alone. */
    of(
      userId: string,
      level: UserLevel,
      db?: Queryable,
    ): Promise<{ level: LevelLimits; left: LevelLimits; own: PersonLimit | null }>;
    /** Sets the limit; null: the level's apply again. The caller has locked the user. */
    set(tx: Tx, userId: string, limit: PersonLimit | null): Promise<void>;
  };
  /** Lists a user's withdrawals, newest first, page.limit rows. */
  list(userId: string, filter: WithdrawalFilter, page: Page, db?: Db): Promise<WithdrawalRow[]>;
  /** Returns the value in Toman, at the price of its day, of all completed withdrawals. */
  worthOf(userId: string): Promise<bigint>;
  /** Returns the amounts blocked for withdrawals in progress, smallest units by coin. */
  leaving(userId: string): Promise<Map<Asset, bigint>>;
  /**
   * Coins that are bought to be sent immediately: checked like any withdrawal before the purchase, and sent after
   * it.
   */
  bought: {
    /** Uses up the codes and inserts the reservation, once per key. Refuses as a withdrawal does. */
    reserve(caller: Caller, coins: BuyAndSendRequest, key: RequestKey | null): Promise<Reservation | 'SENT'>;
    /** Returns the reservation of this key; SENT; or null if it failed. */
    find(key: RequestKey): Promise<Reservation | 'SENT' | null>;
    /** Releases the reservation because nothing was bought. */
    release(place: Reservation): Promise<void>;
    /** Withdraws the bought coins, exactly once even if this process dies. Not Enough Balance; SERVICE_UNAVAILABLE. */
    send(place: Reservation): Promise<void>;
  };
  /**
   * Returns the current terms. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE: the network takes no
   * withdrawals.
   */
  companyTerms(owner: CompanySender, asset: Asset, tokenType: string): Promise<CompanySendingTerms>;
  /** Returns the destination in canonical form. INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS. */
  readCompanyDestination(
    asset: Asset,
    tokenType: string,
    address: string,
    tag: string,
  ): Promise<{ address: string; tag: string }>;
  /**
   * Withdraws a settlement's coins, once per id. RELEASED: the id failed, another one is needed. Refuses as a
   * withdrawal.
   */
  sendForCompany(sending: CompanyWithdrawal): Promise<'MADE' | 'RELEASED'>;
  /**
   * Moves a settlement's coins to the owner's wallet instead, with additional rows, under the id that
   * `sendForCompany` uses: only one of the two takes effect. MADE: the withdrawal did. RELEASED: neither did, the
   * id failed.
   */
  keepForOwner(
    coins: CompanyCoins & { settlementId: string },
    rows: Row[],
  ): Promise<'KEPT' | 'MADE' | 'RELEASED'>;
  /** Returns a user's withdrawals with these ids as lists show them; unknown ones are absent. */
  rowsById(userId: string, ids: readonly string[]): Promise<Map<string, WithdrawalRow>>;
  /**
   * Takes approved Toman withdrawals from before a time, oldest first; they belong to the batch once `tx` has
   * committed.
   */
  takeForBatch(tx: Tx, before: Date, limit: number): Promise<WaitingPayout[]>;
  /** Returns a line to those that wait for a batch, if the file of its batch was not taken yet. */
  takeFromBatch(tx: Tx, withdrawalId: string): Promise<Pick<WaitingPayout, 'userId' | 'receives'>>;
  /** Returns the owners of these withdrawals; unknown ones are absent. */
  ownersOf(ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * Records that the bank paid it: the blocked money leaves the ledger, the fee is the house's. Idempotent.
   * CONFLICT: it is in no batch, or was returned before.
   */
  settlePaid(withdrawalId: string): Promise<void>;
  /**
   * Records that the bank returned it: everything is spendable again, also after it was paid. Idempotent; notifies
   * the user.
   */
  settleReturned(withdrawalId: string, reason: string): Promise<void>;
  /** Returns batch lines by withdrawal id: the Sheba, without a name. */
  payoutViews(
    ids: readonly string[],
  ): Promise<Map<string, { userId: string; sheba: string; masked: string; receives: bigint }>>;
  /** Number of withdrawals in review, at most 1,000. */
  countInReview(): Promise<number>;
}
