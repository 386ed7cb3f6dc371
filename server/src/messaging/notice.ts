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

/** `amount` is decimal text of the coin; `to` is a short form a person knows again (domain's shortAddress). */
export type MoneyNotice =
  // Unconfirmed: nothing of it can be used yet.
  | { kind: 'DEPOSIT_SEEN'; asset: Asset; amount: string }
  | { kind: 'DEPOSIT_CREDITED'; asset: Asset; amount: string }
  // The chain took a credited deposit back.
  | { kind: 'DEPOSIT_REVERSED'; asset: Asset; amount: string }
  // Toman that was paid by a card that is not the person's, or beyond the day's limit; and what became of it.
  | { kind: 'DEPOSIT_NOT_CREDITED'; amount: string; why: 'CARD' | 'LIMIT' }
  | { kind: 'REFUND_RELEASED'; amount: string; to: string }
  | { kind: 'REFUND_PAID'; amount: string; to: string }
  | { kind: 'REFUND_RETURNED'; amount: string; to: string }
  | { kind: 'WITHDRAWAL_REQUESTED'; asset: Asset; amount: string; to: string }
  | { kind: 'WITHDRAWAL_SENT'; asset: Asset; amount: string; to: string; txid: string }
  | { kind: 'WITHDRAWAL_REFUSED'; asset: Asset; amount: string; reason: string }
  // A coin: the network didn't carry it out, and the money is back.
  | { kind: 'WITHDRAWAL_FAILED'; asset: Asset; amount: string; to: string }
  // Toman: by the bank.
  | { kind: 'WITHDRAWAL_PAID'; amount: string; to: string }
  | { kind: 'WITHDRAWAL_RETURNED'; amount: string; to: string; reason: string }
  | { kind: 'ADDRESS_SAVED'; asset: Asset; label: string; to: string; freeze?: string }
  | { kind: 'WHITELIST_CHANGED'; on: boolean; heldUntil: string | null; freeze?: string }
  // A store's settlements: `from` is when the new place is paid first (ISO 8601), `amount` Toman.
  | { kind: 'STORE_PLACE_SET'; asset: Asset; to: string }
  | { kind: 'STORE_PLACE_CHANGED'; asset: Asset; to: string; from: string }
  | { kind: 'STORE_WAITS'; amount: string }
  | { kind: 'STORE_CARRIED'; amount: string }
  // A program of the store asked for it, and it waits for the owner.
  | { kind: 'STORE_ASKED'; amount: string };

/** `number` is the ticket's. `account`: it can be read and answered in the person's account, under `ticket`. */
export type SupportNotice =
  | { kind: 'TICKET_RECEIVED'; number: string }
  | { kind: 'TICKET_ANSWERED'; number: string; text: string; account: boolean; ticket?: string };

/** To staff: `law` of the books that the audit found broken. */
export type BooksNotice = { kind: 'BOOKS_BROKEN'; law: string };

/** To staff, the newest last; one at least. `figure` is in the unit of the kind. */
export type AlarmsNotice = {
  kind: 'ALARMS';
  alarms: readonly { kind: AlarmKind; subject: string; figure: number | null }[];
};

/** An order that waited for a price. `trigger` is NONE of the limit order of an OCO. */
interface WaitedNotice {
  order: string;
  trigger: TriggerKind | 'NONE';
  side: 'buy' | 'sell';
  coin: Coin;
  quote: Quote;
  amount: string;
}

/**
 * Amounts are decimal text: of a coin what was traded, `total` in the quote what was paid or received with the fee.
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
  // Its turn came: `executed` and `total` are what it traded of `amount` as it came to the book, where it may wait for the rest.
  | (WaitedNotice & {
      kind: 'ORDER_TRIGGERED';
      executed: string;
      total: string;
      outcome: 'FILLED' | 'PARTLY' | 'WAITS' | 'NOTHING';
      endedBy: OrderEnd | null;
      // Another order of its group ended with it.
      linked: boolean;
    })
  // Another of its group ended it.
  | (WaitedNotice & { kind: 'ORDER_LINKED' })
  // Recurring purchases: `total` and the `amount` that was to be spent are Toman.
  | { kind: 'RECURRING_BOUGHT'; coin: Coin; amount: string; total: string }
  | { kind: 'RECURRING_SKIPPED'; coin: Coin; amount: string; reason: RecurringSkip }
  // The first share of a fee that an inviter got.
  | { kind: 'FIRST_REWARD'; asset: Asset; amount: string };

/** `slug` is the announcement's; its words by language. */
export type NewsNotice = {
  kind: 'ANNOUNCEMENT';
  slug: string;
  words: Partial<Record<Language, { title: string; summary: string }>>;
};

/** A price that a person waited for: `price` and `threshold` are decimal text in the quote, `at` is ISO 8601. */
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

/** Fees are percents as text. */
export type LevelNotice = {
  kind: 'LEVEL_CHANGED';
  level: UserLevel;
  /** Higher than before. */
  up: boolean;
  /** Staff gave or took SUPERVISOR; else trades did it. */
  byStaff?: true;
  fee: string;
  feeTether: string;
};

/** What people are told about their account. `heldUntil`: nothing leaves before this time (ISO 8601). */
export type Notice =
  | AccountNotice
  | MoneyNotice
  | SupportNotice
  | LevelNotice
  | PriceNotice
  | TradeNotice
  | NewsNotice
  | BooksNotice
  | AlarmsNotice
  // An admin has set how often their programs may call.
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
