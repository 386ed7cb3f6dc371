import type { AlertDirection, AlertRepeat, Asset, Coin, Quote, UserLevel } from '@sarraf/domain';
import type {
  AlarmKind,
  ApiLevel,
  OrderEnd,
  RecurringSkip,
  RefusalReason,
  TriggerKind,
} from '@sarraf/domain/contracts';
import type { AccountNotice, Language } from '../identity/index.ts';

/** `amount` is decimal text of the coin; `to` is a recognisable short form (domain's shortenAddress). */
export type MoneyNotice =
  // Unconfirmed: not usable yet.
  | { kind: 'DEPOSIT_SEEN'; asset: Asset; amount: string }
  | { kind: 'DEPOSIT_CREDITED'; asset: Asset; amount: string }
  // A reorganisation removed a credited deposit.
  | { kind: 'DEPOSIT_REVERSED'; asset: Asset; amount: string }
  // Toman paid with another person's card, or above the day's limit; and the outcome.
  | { kind: 'DEPOSIT_NOT_CREDITED'; amount: string; why: 'CARD' | 'LIMIT' }
  | { kind: 'REFUND_RELEASED'; amount: string; to: string }
  | { kind: 'REFUND_PAID'; amount: string; to: string }
  | { kind: 'REFUND_RETURNED'; amount: string; to: string }
  | { kind: 'WITHDRAWAL_REQUESTED'; asset: Asset; amount: string; to: string }
  | { kind: 'WITHDRAWAL_SENT'; asset: Asset; amount: string; to: string; txid: string }
  | { kind: 'WITHDRAWAL_REFUSED'; asset: Asset; amount: string; reason: string }
  // For coins: the network rejected it, and the amount was returned.
  | { kind: 'WITHDRAWAL_FAILED'; asset: Asset; amount: string; to: string }
  // For Toman: by the bank.
  | { kind: 'WITHDRAWAL_PAID'; amount: string; to: string }
  | { kind: 'WITHDRAWAL_RETURNED'; amount: string; to: string; reason: string }
  | { kind: 'ADDRESS_SAVED'; asset: Asset; label: string; to: string; freeze?: string }
  | { kind: 'WHITELIST_CHANGED'; on: boolean; heldUntil: string | null; freeze?: string }
  // A store's settlements: `from` is when the new destination is first used (ISO 8601), `amount` Toman.
  | { kind: 'STORE_PLACE_SET'; asset: Asset; to: string }
  | { kind: 'STORE_PLACE_CHANGED'; asset: Asset; to: string; from: string }
  | { kind: 'STORE_WAITS'; amount: string }
  | { kind: 'STORE_CARRIED'; amount: string }
  // Requested by a program of the store, pending approval by the owner.
  | { kind: 'STORE_ASKED'; amount: string };

/** `number` is the ticket's. `account`: it can be read and answered in the user's account, under `ticket`. */
export type SupportNotice =
  | { kind: 'TICKET_RECEIVED'; number: string }
  | { kind: 'TICKET_ANSWERED'; number: string; text: string; account: boolean; ticket?: string };

/** To staff: `law` is the ledger invariant that the audit found violated. */
export type LedgerNotice = { kind: 'BOOKS_BROKEN'; law: string };

/** To staff, the newest last, at least one. `figure` is in the unit of the kind. */
export type AlarmsNotice = {
  kind: 'ALARMS';
  alarms: readonly { kind: AlarmKind; subject: string; figure: number | null }[];
};

/** A triggered order. `trigger` is NONE for the limit order of an OCO. */
interface TriggeredOrderNotice {
  order: string;
  trigger: TriggerKind | 'NONE';
  side: 'buy' | 'sell';
  coin: Coin;
  quote: Quote;
  amount: string;
}

/**
 * Amounts are decimal text: the traded amount of a coin; `total` is what was paid or received in the quote, with
 * the fee.
 * `order`: its id.
 */
export type TradeNotice =
  | {
      kind: 'ORDER_FILLED';
      order?: string;
      side: 'buy' | 'sell';
      coin: Coin;
      quote: Quote;
      amount: string;
      total: string;
    }
  // It was triggered: `executed` and `total` are what it traded of `amount` immediately; the remainder may be open.
  | (TriggeredOrderNotice & {
      kind: 'ORDER_TRIGGERED';
      executed: string;
      total: string;
      outcome: 'FILLED' | 'PARTLY' | 'WAITS' | 'NOTHING';
      endedBy: OrderEnd | null;
      // Another order of its group ended with it.
      linked: boolean;
    })
  // Ended by another order of its group.
  | (TriggeredOrderNotice & { kind: 'ORDER_LINKED' })
  // Recurring purchases: `total` and the planned `amount` are Toman.
  | { kind: 'RECURRING_BOUGHT'; coin: Coin; amount: string; total: string }
  | { kind: 'RECURRING_SKIPPED'; coin: Coin; amount: string; reason: RecurringSkip }
  // The first fee share of an inviter.
  | { kind: 'FIRST_REWARD'; asset: Asset; amount: string };

/** `slug` of the announcement; its texts by language. */
export type NewsNotice = {
  kind: 'ANNOUNCEMENT';
  slug: string;
  words: Partial<Record<Language, { title: string; summary: string }>>;
};

/** A price alert: `price` and `threshold` are decimal text in the quote, `at` is ISO 8601. */
export type PriceNotice = {
  kind: 'PRICE_ALERT';
  coin: Coin;
  quote: Quote;
  direction: AlertDirection;
  threshold: string;
  price: string;
  at: string;
  repeat: AlertRepeat;
};

/** Fees are percentages as text. */
export type LevelNotice = {
  kind: 'LEVEL_CHANGED';
  level: UserLevel;
  /** Higher than before. */
  up: boolean;
  /** Staff assigned or removed SUPERVISOR; otherwise trading volume changed it. */
  byStaff?: true;
  fee: string;
  feeTether: string;
};

/** Notices about a user's account. `heldUntil`: withdrawals are held until then (ISO 8601). */
export type Notice =
  | AccountNotice
  | MoneyNotice
  | SupportNotice
  | LevelNotice
  | PriceNotice
  | TradeNotice
  | NewsNotice
  | LedgerNotice
  | AlarmsNotice
  // An admin has changed their programs' rate limits.
  | { kind: 'API_LEVEL_CHANGED'; level: ApiLevel }
  | { kind: 'VERIFICATION_APPROVED' }
  | { kind: 'VERIFICATION_REFUSED'; reasons: RefusalReason[]; note: string }
  | { kind: 'CHANGE_APPROVED' }
  | { kind: 'CHANGE_REFUSED'; reasons: RefusalReason[]; note: string }
  | { kind: 'COMPANY_APPROVED' }
  | { kind: 'COMPANY_REFUSED'; reasons: RefusalReason[]; note: string }
  | { kind: 'BLOCKED' }
  | { kind: 'UNBLOCKED' }
  | { kind: 'RECOVERY_STARTED'; recovery: 'LOST_SECOND_FACTOR' | 'LOST_MAILBOX' }
  | { kind: 'RECOVERED'; heldUntil: string };
