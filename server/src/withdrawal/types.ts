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
  /** What arrives, Toman smallest units. */
  receives: bigint;
  /** 24 digits. */
  sheba: string;
}

/** Coins that are bought to be sent straight on, and the codes that were sent for exactly that. */
export interface BuyAndSendRequest {
  asset: Asset;
  tokenType: string | undefined;
  /** Smallest units; the withdrawal's fee is part of it. */
  amount: bigint;
  address: string;
  tag: string | undefined;
  code: string | undefined;
  smsCode: string | undefined;
}

/** Coins that a company's settlement bought, and where they go: proved by code when the place was set. */
export interface CompanyCoins {
  /** The withdrawal's, chosen before it is asked for. */
  id: string;
  companyId: string;
  userId: string;
  asset: Asset;
  /** Smallest units; the withdrawal's fee is part of it. */
  amount: bigint;
}
export interface CompanyWithdrawal extends CompanyCoins {
  tokenType: string;
  address: string;
  tag: string;
}

/** Whose limits hold. */
export type CompanySender = Pick<Caller, 'userId' | 'level'>;

/** What holds for coins of a person's company that leave by a network. Smallest units of the coin; Toman. */
export interface CompanySendingTerms {
  fee: bigint;
  min: bigint;
  max: bigint;
  /** Toman worth that the owner's level lets out in a day. */
  perDay: bigint;
}

/** Which of a person's withdrawals: of one coin, or of all but one. */
export interface WithdrawalFilter {
  asset: Asset | null;
  except: Asset | null;
}

/** Requests to let money out: judged, confirmed by code, limited, reviewed, taken back. */
export interface Withdrawal {
  routes(http: Http): void;
  jobs: Job[];
  limits: {
    /** What the level lets out in a day and a month, what may still leave, and what is set for the person alone. */
    of(
      userId: string,
      level: UserLevel,
      db?: Queryable,
    ): Promise<{ level: LevelLimits; left: LevelLimits; own: PersonLimit | null }>;
    /** Null: the level's hold again. Whoever sets it has locked the person. */
    set(tx: Tx, userId: string, limit: PersonLimit | null): Promise<void>;
  };
  /** A person's withdrawals, newest first, page.limit rows. */
  list(userId: string, filter: WithdrawalFilter, page: Page, db?: Db): Promise<WithdrawalRow[]>;
  /** Toman worth, at the price of its day, of everything that left for good. */
  worthOf(userId: string): Promise<bigint>;
  /** What lies blocked for withdrawals that are still on their way, smallest units by coin. */
  leaving(userId: string): Promise<Map<Asset, bigint>>;
  /** Coins that are bought to leave at once: asked before what any withdrawal is asked, and sent after. */
  bought: {
    /** Uses up the codes and takes the place in the limits, once for a key. Refuses as a withdrawal does. */
    reserve(caller: Caller, coins: BuyAndSendRequest, key: RequestKey | null): Promise<Reservation | 'SENT'>;
    /** The place of this key: SENT, or null: it came to nothing. */
    find(key: RequestKey): Promise<Reservation | 'SENT' | null>;
    /** Nothing was bought after all. */
    release(place: Reservation): Promise<void>;
    /** Withdraws what was bought, once, whatever becomes of this process. Not Enough Balance; SERVICE_UNAVAILABLE. */
    send(place: Reservation): Promise<void>;
  };
  /**
   * What holds for them now. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE: nothing leaves by this network.
   */
  companyTerms(owner: CompanySender, asset: Asset, tokenType: string): Promise<CompanySendingTerms>;
  /** The place in the form we keep. INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS. */
  readCompanyDestination(
    asset: Asset,
    tokenType: string,
    address: string,
    tag: string,
  ): Promise<{ address: string; tag: string }>;
  /**
   * Withdraws a settlement's coins, once for each id. RELEASED: the id came to nothing, another one is needed.
   * Refuses as a withdrawal.
   */
  sendForCompany(sending: CompanyWithdrawal): Promise<'MADE' | 'RELEASED'>;
  /**
   * Gives a settlement's coins to the owner's wallet instead, with rows of its own, under the id that `sendForCompany` takes:
   * one of the two happens. MADE: the withdrawal did. RELEASED: neither, the id came to nothing.
   */
  keepForOwner(
    coins: CompanyCoins & { settlementId: string },
    rows: Row[],
  ): Promise<'KEPT' | 'MADE' | 'RELEASED'>;
  /** A person's withdrawals of these ids as lists show them; unknown ones are absent. */
  rowsById(userId: string, ids: readonly string[]): Promise<Map<string, WithdrawalRow>>;
  /** Approved Toman withdrawals from before a time, oldest first; they belong to the batch once `tx` has committed. */
  takeForBatch(tx: Tx, before: Date, limit: number): Promise<WaitingPayout[]>;
  /** Back to those that wait for a batch, of one whose file nobody has. */
  takeFromBatch(tx: Tx, withdrawalId: string): Promise<Pick<WaitingPayout, 'userId' | 'receives'>>;
  /** Whose withdrawals these are; unknown ones are absent. */
  ownersOf(ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * The bank paid it: the blocked money leaves, the fee is the house's. Idempotent. CONFLICT: it is in no batch, or came
   * back before.
   */
  settlePaid(withdrawalId: string): Promise<void>;
  /** The bank sent it back: everything is spendable again, also after it was paid. Idempotent; tells the person. */
  settleReturned(withdrawalId: string, reason: string): Promise<void>;
  /** Sheba, name-less view of batch lines by withdrawal id. */
  payoutViews(
    ids: readonly string[],
  ): Promise<Map<string, { userId: string; sheba: string; masked: string; receives: bigint }>>;
  /** Waiting for the staff, at most 1,000. */
  countInReview(): Promise<number>;
}
