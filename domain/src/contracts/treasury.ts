/** The staff desk's money half: what waits to leave, what came in unclaimed, batches for the bank, hot and cold. */
import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  TimestampInput,
  withBase,
  withContent,
} from './endpoint.ts';
import { WITHDRAWAL_STATES } from './withdrawal.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const params = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);
const reason = Type.String({ minLength: 3, maxLength: 300 });
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const who = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }, open);
const cursor = { size: pageQuery.size, cursor: pageQuery.cursor };

// ── Withdrawals ─────────────────────────────────────────────────────────────────────────────────

/** Why staff looks at it. */
export const REVIEW_REASONS = ['LARGE', 'COIN_LIMIT', 'NEW_ADDRESS', 'FLAGGED_PERSON'] as const;

export const DeskWithdrawal = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    person: who,
    relatedCoin: Type.String(),
    tokenType: Type.String(),
    amount: DecimalText,
    fee: DecimalText,
    /** Toman worth when it was asked for; null: it had no price. */
    tomanValue: nullable(DecimalText),
    /** Masked Sheba, or the address in full. */
    destination: Type.String(),
    tag: nullable(Type.String()),
    state: Type.Enum(WITHDRAWAL_STATES),
    reviewReasons: Type.Array(Type.Enum(REVIEW_REASONS)),
    neededApprovals: Type.Integer(),
    approvals: Type.Array(Type.Object({ email: Type.String(), at: Timestamp }, open)),
    /** Whether the caller may still approve it. */
    mayApprove: Type.Boolean(),
    /**
     * Why it is stuck, of the sender: SIGNER_REFUSED, SIGNER_AWAY, HOT_WALLET_EMPTY, NODE_AWAY, STOPPED, DESTINATION (it
     * can't be paid so), FAILED_ON_CHAIN. Of what waits for staff or for its batch: PERSON_BLOCKED, PERSON_HELD.
     */
    trouble: nullable(Type.String()),
    txid: nullable(Type.String()),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type DeskWithdrawal = Static<typeof DeskWithdrawal>;

export const deskWithdrawals = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/withdrawals',
  summary: 'Withdrawals in a state, longest first; REVIEW unless asked for',
  query: Type.Object({ ...cursor, state: Type.Optional(Type.Enum(WITHDRAWAL_STATES)) }, open),
  reply: withContent(DeskWithdrawal),
});

export const approveWithdrawal = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/withdrawals/:id/approve',
  summary: 'One of the approvals it needs; two different people above the threshold, never its owner',
  params,
  reply: withBase(DeskWithdrawal),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const refuseWithdrawal = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/withdrawals/:id/refuse',
  settles: true,
  summary: 'Gives the money back and tells the person why',
  params,
  body: Type.Object({ reason }, open),
  reply: withBase(DeskWithdrawal),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Toman batches ───────────────────────────────────────────────────────────────────────────────

/** OPEN: made, nobody downloaded it. EXPORTED: at the bank. CLOSED: each line is paid or returned. */
export const PAYOUT_STATES = ['OPEN', 'EXPORTED', 'CLOSED'] as const;

export const PayoutBatch = Type.Object(
  {
    id: Type.String(),
    /** The day it is paid, in Tehran: 2026-11-21. */
    day: Type.String(),
    state: Type.Enum(PAYOUT_STATES),
    lines: Type.Integer(),
    /** Toman that arrives, all lines together. */
    total: DecimalText,
    paid: Type.Integer(),
    returned: Type.Integer(),
    exportedBy: nullable(Type.String()),
    exportedAtDateTime: nullable(Timestamp),
    closedBy: nullable(Type.String()),
    closedAtDateTime: nullable(Timestamp),
  },
  open,
);
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutLine = Type.Object(
  {
    /** The withdrawal's id. */
    id: Type.String(),
    number: Type.String(),
    name: Type.String(),
    bankAccount: Type.String(),
    /** Toman that arrives. */
    amount: DecimalText,
    /** HELD: of somebody blocked, not in the file. UNSURE: in it, and blocked since: what the bank did is said of it alone. */
    state: Type.Enum(['WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE']),
    reason: nullable(Type.String()),
  },
  open,
);
export type PayoutLine = Static<typeof PayoutLine>;

export const payouts = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/payouts',
  summary: 'Batches of Toman withdrawals, newest first',
  query: Type.Object(cursor, open),
  reply: withContent(PayoutBatch),
});

export const makePayout = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts',
  summary: "Makes today's batch now, ahead of its hour; CONFLICT on a holiday or when it is made",
  reply: withBase(PayoutBatch),
  errors: ['CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const payoutLines = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/payouts/:id',
  summary: 'The lines of a batch',
  params,
  query: Type.Object(cursor, open),
  reply: withContent(PayoutLine),
  errors: ['NOT_FOUND'],
});

export const payoutFile = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/file',
  summary:
    'The bank file as CSV: Sheba, amount in Rial, name, id; whoever takes it cannot mark it paid; not once it is closed',
  params,
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const closePayout = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/paid',
  settles: true,
  summary: 'A second person says that the bank paid all lines which were not returned',
  params,
  reply: withBase(PayoutBatch),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const payPayoutLine = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/lines/:lineId/paid',
  summary:
    'The bank paid this line of somebody who was blocked after the file was taken, says somebody who took no file',
  params: Type.Object({ id: Type.String({ maxLength: 40 }), lineId: Type.String({ maxLength: 40 }) }, open),
  reply: withBase(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const returnPayoutLine = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/lines/:lineId/return',
  settles: true,
  summary:
    'The bank sent this line back, says somebody who took no file: refunds it and tells the person; also after the batch was marked paid, by a third person',
  params: Type.Object({ id: Type.String({ maxLength: 40 }), lineId: Type.String({ maxLength: 40 }) }, open),
  body: Type.Object({ reason }, open),
  reply: withBase(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const Holiday = Type.Object(
  {
    /** Gregorian, 2026-11-21; the web shows Jalali. */
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    title: Type.String({ minLength: 2, maxLength: 100 }),
    /** By the lunar calendar: may move by a day until it is announced. */
    provisional: Type.Boolean(),
  },
  open,
);
export type Holiday = Static<typeof Holiday>;

export const holidays = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/holidays',
  summary: 'Bank holidays of a year; Fridays are not among them',
  query: Type.Object({ year: Type.Optional(Type.Integer({ minimum: 2020, maximum: 2100 })) }, open),
  reply: withContent(Holiday),
});

export const saveHoliday = endpoint({
  ...treasury,
  method: 'PUT',
  path: '/backoffice/holidays',
  summary: 'Adds a holiday or changes it',
  body: Holiday,
  reply: success({}),
});

export const removeHoliday = endpoint({
  ...treasury,
  method: 'DELETE',
  path: '/backoffice/holidays/:day',
  summary: 'It is no holiday after all',
  params: Type.Object({ day: Type.String({ maxLength: 10 }) }, open),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

// ── Identified bank deposits ────────────────────────────────────────────────────────────────────

/** MATCHED: credited. UNMATCHED: waits for a person to be named. RETURNED: goes back to the payer. */
export const BANK_DEPOSIT_STATES = ['MATCHED', 'UNMATCHED', 'PROPOSED', 'RETURNED'] as const;

export const BankDeposit = Type.Object(
  {
    id: Type.String(),
    /** The bank's reference, which names the payment once and for all. */
    reference: Type.String(),
    identifier: Type.String(),
    /** Masked Sheba of the payer. */
    payer: Type.String(),
    payerName: Type.String(),
    amount: DecimalText,
    paidAtDateTime: Timestamp,
    state: Type.Enum(BANK_DEPOSIT_STATES),
    /**
     * Why it was not credited: UNKNOWN_IDENTIFIER, NOT_OWN_ACCOUNT, DAILY_LIMIT, NOT_VERIFIED, OWN_IMPORT (of whoever
     * imported it), LARGE (proposed by whoever imported it).
     */
    reason: nullable(Type.String()),
    person: nullable(who),
    /** Who proposed the person; somebody else confirms. */
    proposedBy: nullable(Type.String()),
  },
  open,
);
export type BankDeposit = Static<typeof BankDeposit>;

export const bankDeposits = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-deposits',
  summary: 'Payments of the bank statement; those that wait first unless a state is asked for',
  query: Type.Object({ ...cursor, state: Type.Optional(Type.Enum(BANK_DEPOSIT_STATES)) }, open),
  reply: withContent(BankDeposit),
});

export const importBankDeposits = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-deposits',
  settles: true,
  summary:
    'Lines of a bank statement; each reference counts once, what matches is credited at once unless it is much',
  body: Type.Object(
    {
      lines: Type.Array(
        Type.Object(
          {
            reference: Type.String({ minLength: 4, maxLength: 60 }),
            identifier: Type.String({ maxLength: 40 }),
            sheba: Type.String({ maxLength: 40 }),
            name: Type.String({ maxLength: 100 }),
            /** Rial, as banks write. */
            amountRial: DecimalInput,
            paidAt: TimestampInput,
          },
          open,
        ),
        { minItems: 1, maxItems: 500 },
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ matched: Type.Integer(), unmatched: Type.Integer(), known: Type.Integer() }, open),
  ),
  errors: ['BAD_REQUEST'],
});

export const decideBankDeposit = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-deposits/:id',
  settles: true,
  summary:
    'PROPOSE names the person, CONFIRM (by somebody else) credits that very person, RETURN sends it back to the payer',
  params,
  body: Type.Object(
    {
      decision: Type.Enum(['PROPOSE', 'CONFIRM', 'RETURN']),
      userId: Type.Optional(Type.String({ maxLength: 40 })),
      reason: Type.Optional(reason),
    },
    open,
  ),
  reply: withBase(BankDeposit),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Unclaimed coin deposits ─────────────────────────────────────────────────────────────────────

export const UNCLAIMED_REASONS = [
  'BELOW_MINIMUM',
  'RETIRED_ADDRESS',
  'UNKNOWN_TOKEN',
  'UNKNOWN_TAG',
  'DEPOSITS_OFF',
  'REVERSED',
] as const;

export const UnclaimedDeposit = Type.Object(
  {
    id: Type.String(),
    chain: Type.String(),
    relatedCoin: nullable(Type.String()),
    /** Of a token nobody knows. */
    contract: nullable(Type.String()),
    amount: DecimalText,
    txid: Type.String(),
    link: nullable(Type.String()),
    address: Type.String(),
    tag: nullable(Type.String()),
    reason: Type.Enum(UNCLAIMED_REASONS),
    state: Type.Enum(['WAITING', 'PROPOSED', 'CREDITED', 'KEPT']),
    /** Whose address it is, or who was proposed. */
    person: nullable(who),
    proposedBy: nullable(Type.String()),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type UnclaimedDeposit = Static<typeof UnclaimedDeposit>;

export const unclaimedDeposits = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/unclaimed-deposits',
  summary: 'What came in and is nobody’s yet, longest first',
  query: Type.Object(cursor, open),
  reply: withContent(UnclaimedDeposit),
});

export const closeUnclaimed = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/unclaimed-deposits/close',
  summary: 'Closes dust and unknown tokens without credit, at most 100 at once; answers what was left alone',
  body: Type.Object(
    { ids: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }), reason },
    open,
  ),
  reply: withBase(Type.Object({ closed: Type.Integer(), left: Type.Array(Type.String()) }, open)),
  errors: ['BAD_REQUEST'],
});

export const retireAddress = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/people/:id/retire-address',
  summary: 'Takes a deposit address from a person, who gets another one; what still comes there is unclaimed',
  params,
  body: Type.Object(
    { relatedCoin: Type.String({ maxLength: 40 }), tokenType: Type.String({ maxLength: 40 }), reason },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'You Dont Have This Coin Wallet'],
});

export const decideUnclaimed = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/unclaimed-deposits/:id',
  settles: true,
  summary:
    'PROPOSE names the person, CONFIRM (by somebody else) credits that very person, KEEP closes it without credit',
  params,
  body: Type.Object(
    {
      decision: Type.Enum(['PROPOSE', 'CONFIRM', 'KEEP']),
      userId: Type.Optional(Type.String({ maxLength: 40 })),
      reason,
    },
    open,
  ),
  reply: withBase(UnclaimedDeposit),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Hot, cold, stop ─────────────────────────────────────────────────────────────────────────────

export const Reserve = Type.Object(
  {
    relatedCoin: Type.String(),
    tokenType: Type.String(),
    chain: Type.String(),
    /** What the node says we hold; null: it doesn't answer. */
    hot: nullable(DecimalText),
    /** On deposit addresses, not yet swept. */
    deposits: nullable(DecimalText),
    cold: nullable(DecimalText),
    /** What the books say of this network: everything that came in less everything that left. */
    booked: DecimalText,
    /** What people own of this coin, all its networks together. */
    liabilities: DecimalText,
    /** Percent of the liabilities that may be hot, and is; null: no liabilities. */
    hotTarget: Type.Integer(),
    hotShare: nullable(Type.Number()),
    /** LOW: withdrawals may have to wait. HIGH: more is hot than should be. SHORT: less is held than booked. */
    alarm: nullable(Type.Enum(['LOW', 'HIGH', 'SHORT'])),
    hotAddress: nullable(Type.String()),
    coldAddress: nullable(Type.String()),
    /** The newest block that was scanned, and how long ago. */
    scannedHeight: nullable(Type.Integer()),
    scannedAtDateTime: nullable(Timestamp),
  },
  open,
);
export type Reserve = Static<typeof Reserve>;

export const TreasuryView = Type.Object(
  {
    /** Withdrawals are stopped, by whom and why. */
    stopped: nullable(Type.Object({ by: Type.String(), reason: Type.String(), at: Timestamp }, open)),
    signer: Type.Enum(['READY', 'AWAY', 'OVER_CAP']),
    /** Chains that forked below all that is remembered: nothing of theirs comes in or leaves. */
    halted: Type.Array(Type.Object({ chain: Type.String(), height: Type.Integer() }, open)),
    reserves: Type.Array(Reserve),
  },
  open,
);
export type TreasuryView = Static<typeof TreasuryView>;

export const readTreasury = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/treasury',
  summary: 'Hot and cold balances against liabilities, the signer, the kill switch',
  reply: withBase(TreasuryView),
});

export const setKillSwitch = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/kill-switch',
  summary: 'Stops everything that leaves within 5 s; starting again needs an admin who did not stop it',
  body: Type.Object({ stopped: Type.Boolean(), reason }, open),
  reply: withBase(TreasuryView),
  errors: ['CONFLICT', 'FORBIDDEN', 'SECOND_PERSON_NEEDED'],
});

export const followChain = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/chains/:chain/follow',
  summary: 'An admin says that the fork of a halted chain is real: what it lacks is taken out of the books',
  params: Type.Object({ chain: Type.String({ maxLength: 40 }) }, open),
  body: Type.Object({ reason }, open),
  reply: withBase(TreasuryView),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

export const moveToCold = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/move-to-cold',
  summary: "Sends coins from the hot wallet to the signer's own cold address",
  body: Type.Object(
    {
      relatedCoin: Type.String({ maxLength: 40 }),
      tokenType: Type.String({ maxLength: 40 }),
      amount: DecimalInput,
    },
    open,
  ),
  reply: success({}),
  errors: ['UNACCEPTABLE_AMOUNT', 'CONFLICT', 'You Dont Have This Coin Wallet'],
});

// ── Dated rules and court orders ────────────────────────────────────────────────────────────────

export const RuleSet = Type.Object(
  {
    /** Toman through gateways, per person and 24 hours. */
    tomanDepositPerDay: DecimalText,
    /** Toman by identified transfer, per Sheba and day. */
    identifiedDepositPerDay: DecimalText,
    /** Hours that coins don't leave after a Toman deposit; 0: none. */
    depositHoldHours: Type.Integer({ minimum: 0, maximum: 168 }),
    /** US dollars of stablecoins a person may buy in a year, and hold; null: no cap. */
    stablecoinPerYear: nullable(DecimalText),
    stablecoinHolding: nullable(DecimalText),
    /** Hours of quick trades in Tehran; null: always. */
    tradingHours: nullable(
      Type.Object(
        {
          from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
          to: Type.String({ pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' }),
        },
        open,
      ),
    ),
  },
  open,
);
export type RuleSet = Static<typeof RuleSet>;

const DatedRules = Type.Object(
  { validFromDateTime: Timestamp, setBy: Type.String(), reason: Type.String(), rules: RuleSet },
  open,
);

export const readRules = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/rules',
  summary: 'The rules in force, those to come, and the last ones before, newest first',
  reply: withContent(DatedRules),
});

export const saveRules = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/rules',
  summary: 'Rules from a time on, which is not in the past',
  body: Type.Object({ validFrom: TimestampInput, reason, rules: RuleSet }, open),
  reply: success({}),
  errors: ['BAD_REQUEST'],
});

export const Freeze = Type.Object(
  {
    id: Type.String(),
    relatedCoin: Type.String(),
    amount: DecimalText,
    /** Number and court of the order. */
    order: Type.String(),
    by: Type.String(),
    createdAtDateTime: Timestamp,
    liftedAtDateTime: nullable(Timestamp),
  },
  open,
);
export type Freeze = Static<typeof Freeze>;

export const freezes = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/people/:id/freezes',
  summary: 'Partial freezes of a person by court order, newest first',
  params,
  reply: withContent(Freeze),
  errors: ['NOT_FOUND'],
});

export const freezePart = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/people/:id/freezes',
  settles: true,
  summary: 'Blocks an amount of one coin; the rest stays free',
  params,
  body: Type.Object(
    { relatedCoin: Type.String({ maxLength: 40 }), amount: DecimalInput, order: reason },
    open,
  ),
  reply: withBase(Freeze),
  errors: ['NOT_FOUND', 'UNACCEPTABLE_AMOUNT', 'Not Enough Balance', 'SECOND_PERSON_NEEDED'],
});

export const liftFreeze = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/freezes/:id/lift',
  settles: true,
  summary: 'Frees it again; somebody else than who froze it',
  params,
  body: Type.Object({ reason }, open),
  reply: withBase(Freeze),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
