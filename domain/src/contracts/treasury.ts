/**
 * The money section of the back office: pending withdrawals, unclaimed deposits, batches for the bank, hot and cold
 * wallets.
 */
import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  base64url,
  cursorQuery,
  DecimalInput,
  DecimalText,
  decimal,
  described,
  flag,
  idParams,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  reasonText,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';
import { WITHDRAWAL_STATES } from './withdrawal.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

export const PersonName = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  name: text('First and last name.'),
  email: text('Email address of the account.'),
});

// ── Withdrawals ─────────────────────────────────────────────────────────────────────────────────

/** Reason for the review by staff. */
export const REVIEW_REASONS = ['LARGE', 'COIN_LIMIT', 'NEW_ADDRESS', 'FLAGGED_PERSON', 'ALLOWANCE'] as const;

export const StaffWithdrawal = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  number: text('Receipt number.'),
  person: described('User who requested the withdrawal.', PersonName),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  tokenType: text('Network code, e.g. TRC20.'),
  amount: decimal("Amount, in the withdrawal's asset."),
  fee: decimal("Withdrawal fee, in the withdrawal's asset; included in the amount."),
  tomanValue: nullable('Value in Toman at the time of the request. Null if there was no price.', DecimalText),
  destination: text('Destination: the masked Sheba, or the full address.'),
  tag: nullable('Tag or memo of the address, if the network uses one.', Type.String()),
  state: oneOf('State of the withdrawal, from REVIEW to DONE.', WITHDRAWAL_STATES),
  reviewReasons: list('Reasons for the review.', Type.Enum(REVIEW_REASONS)),
  neededApprovals: integer('Number of staff approvals required.'),
  approvals: list('Approvals so far.', {
    email: text('Email address of the staff member who approved.'),
    at: time('Time of the approval.'),
  }),
  mayApprove: flag('Whether the caller may still approve it.'),
  trouble: nullable(
    'Reason why the withdrawal is blocked. While sending: SIGNER_REFUSED, SIGNER_AWAY, SIGNER_LATCHED, NEEDS_APPROVAL (about to return to review), OVER_CAP (waiting for room under the hourly cap), HOT_WALLET_EMPTY, NODE_AWAY, STOPPED, DESTINATION (cannot be paid to this destination), FAILED_ON_CHAIN. While waiting for staff or for its batch: PERSON_BLOCKED, PERSON_FROZEN, PERSON_HELD.',
    Type.String(),
  ),
  txid: nullable('Transaction id on the chain.', Type.String()),
  createdAtDateTime: time('Time at which the withdrawal was requested.'),
});
export type StaffWithdrawal = Static<typeof StaffWithdrawal>;

export const staffWithdrawals = endpoint('GET', '/backoffice/withdrawals', {
  ...treasury,
  summary: 'Lists the withdrawals in a state, longest waiting first; REVIEW by default',
  query: object({
    ...cursorQuery,
    state: optional('Returns only withdrawals in this state. Default: REVIEW.', Type.Enum(WITHDRAWAL_STATES)),
  }),
  reply: listReply(StaffWithdrawal),
});

/** A security key's reply to a challenge. */
export const KeyAssertion = object({
  key: described('Credential id, base64url.', base64url(1_500)),
  authenticatorData: described('`authenticatorData` of the WebAuthn response, base64url.', base64url(4_000)),
  clientDataJSON: described('`clientDataJSON` of the WebAuthn response, base64url.', base64url(6_000)),
  signature: described('`signature` of the WebAuthn response, base64url.', base64url(2_000)),
});
export type KeyAssertion = Static<typeof KeyAssertion>;

export const withdrawalApproval = endpoint('GET', '/backoffice/withdrawals/:id/approval', {
  ...treasury,
  rate: 'read',
  summary:
    "Returns the challenge to sign with the caller's security key in order to approve this coin withdrawal",
  params: idParams,
  reply: itemReply({
    challenge: text('WebAuthn challenge, base64url: the SHA-256 of exactly the payment that is approved.'),
    keys: list("Ids of the caller's keys that the signer trusts.", Type.String()),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'APPROVAL_KEY_NEEDED', 'SERVICE_UNAVAILABLE'],
});

export const approveWithdrawal = endpoint('POST', '/backoffice/withdrawals/:id/approve', {
  ...treasury,
  summary:
    'Records one of the required approvals; above the threshold, two different staff members must approve, never the owner of the withdrawal',
  params: idParams,
  body: object({
    assertion: optional(
      "Signature by the caller's security key. Required for coins, absent for Toman.",
      KeyAssertion,
    ),
  }),
  reply: itemReply(StaffWithdrawal),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'APPROVAL_KEY_NEEDED',
    'APPROVAL_REFUSED',
    'SERVICE_UNAVAILABLE',
  ],
});

export const approvalKeys = endpoint('GET', '/backoffice/approval-keys', {
  ...treasury,
  rate: 'read',
  summary: 'Lists the security keys that the signer trusts, as reported by the signer',
  reply: itemReply({
    staffId: text('Id of the caller, for which their key is created.'),
    name: text('Name of the caller.'),
    sandbox: flag('Whether the sandbox signs instead of a security key.'),
    keys: list('Trusted keys, in order of enrolment.', {
      id: text('Credential id, base64url.'),
      name: text("Name of the key's owner."),
      own: flag("Whether the key is the caller's."),
      origin: text('Origin at which the key was created and for which it signs.'),
      second: flag('Whether the key may give the second of two signatures.'),
    }),
  }),
  errors: ['SERVICE_UNAVAILABLE'],
});

export const refuseWithdrawal = endpoint('POST', '/backoffice/withdrawals/:id/refuse', {
  ...treasury,
  settles: true,
  summary: 'Refuses a withdrawal, refunds it and notifies the user of the reason',
  params: idParams,
  body: object({
    reason: reasonText('Reason for the refusal. Shown to the user and written to the audit log.'),
  }),
  reply: itemReply(StaffWithdrawal),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Toman batches ───────────────────────────────────────────────────────────────────────────────

/** OPEN: created, but not downloaded. EXPORTED: at the bank. CLOSED: each line is paid or returned. */
export const PAYOUT_STATES = ['OPEN', 'EXPORTED', 'CLOSED'] as const;

export const PayoutBatch = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  day: text('Payment day in Tehran, e.g. 2026-11-21.'),
  state: oneOf(
    'OPEN: created, file not downloaded. EXPORTED: sent to the bank. CLOSED: each line is paid or returned.',
    PAYOUT_STATES,
  ),
  lines: integer('Number of payments in the batch.'),
  total: decimal('Total of the net amounts of all lines, in Toman.'),
  paid: integer('Number of lines paid.'),
  returned: integer('Number of lines returned by the bank.'),
  exportedBy: nullable(
    'Email address of the staff member who downloaded the file. Null until then.',
    Type.String(),
  ),
  exportedAtDateTime: nullable('Time at which the file was downloaded. Null until then.', Timestamp),
  closedBy: nullable(
    'Email address of the staff member who closed the batch. Null until then.',
    Type.String(),
  ),
  closedAtDateTime: nullable('Time at which the batch was closed. Null until then.', Timestamp),
});
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutLine = object({
  id: text('Id of the withdrawal.'),
  number: text('Receipt number.'),
  name: text("Name of the bank account's owner."),
  bankAccount: text('Masked bank account of the recipient.'),
  amount: decimal('Net amount that the recipient receives, in Toman.'),
  state: oneOf(
    "HELD: the user is blocked and the line is not in the file. UNSURE: the line is in the file and the user was blocked afterwards; staff records the bank's result for this line separately.",
    ['WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE'],
  ),
  reason: nullable('Reason why the bank returned the payment. Null if it did not.', Type.String()),
});
export type PayoutLine = Static<typeof PayoutLine>;

export const payouts = endpoint('GET', '/backoffice/payouts', {
  ...treasury,
  summary: 'Lists batches of Toman withdrawals, newest first',
  query: object(cursorQuery),
  reply: listReply(PayoutBatch),
});

export const createPayoutBatch = endpoint('POST', '/backoffice/payouts', {
  ...treasury,
  summary:
    "Creates today's batch now, before the scheduled hour; CONFLICT on a bank holiday or if the batch exists",
  reply: itemReply(PayoutBatch),
  errors: ['CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const payoutLines = endpoint('GET', '/backoffice/payouts/:id', {
  ...treasury,
  summary: 'Lists the lines of a batch',
  params: idParams,
  query: object(cursorQuery),
  reply: listReply(PayoutLine),
  errors: ['NOT_FOUND'],
});

export const payoutFile = endpoint('POST', '/backoffice/payouts/:id/file', {
  ...treasury,
  summary:
    'Downloads the bank file as CSV (Sheba, amount in Rial, name, id); the staff member who downloads it cannot mark the batch as paid; not available once the batch is closed',
  params: idParams,
  media: ['text/csv'],
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const closePayout = endpoint('POST', '/backoffice/payouts/:id/paid', {
  ...treasury,
  settles: true,
  summary: 'Marks all lines that were not returned as paid; requires a second staff member',
  params: idParams,
  reply: itemReply(PayoutBatch),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const payPayoutLine = endpoint('POST', '/backoffice/payouts/:id/lines/:lineId/paid', {
  ...treasury,
  summary:
    'Marks the line of a user who was blocked after the download of the file as paid; requires a staff member who did not download the file',
  params: object({
    id: text('Id of the batch.', { maxLength: 40 }),
    lineId: text('Id of the line.', { maxLength: 40 }),
  }),
  reply: itemReply(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const returnPayoutLine = endpoint('POST', '/backoffice/payouts/:id/lines/:lineId/return', {
  ...treasury,
  settles: true,
  summary:
    'Records that the bank returned this line, refunds it and notifies the user; requires a staff member who did not download the file and, once the batch was marked as paid, a third one',
  params: object({
    id: text('Id of the batch.', { maxLength: 40 }),
    lineId: text('Id of the line.', { maxLength: 40 }),
  }),
  body: object({ reason: reasonText('Reason for the decision. Written to the audit log.') }),
  reply: itemReply(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const Holiday = object({
  day: text('Gregorian date, e.g. 2026-11-21; the web pages show the Jalali date.', {
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  }),
  title: text('Name of the holiday.', { minLength: 2, maxLength: 100 }),
  provisional: flag(
    'Whether the date follows the lunar calendar and may move by a day until it is announced.',
  ),
});
export type Holiday = Static<typeof Holiday>;

export const holidays = endpoint('GET', '/backoffice/holidays', {
  ...treasury,
  summary: 'Lists the bank holidays of a year; Fridays are not included',
  query: object({
    year: optional(
      'Gregorian year, e.g. 2026. Default: the current year.',
      Type.Integer({ minimum: 2020, maximum: 2100 }),
    ),
  }),
  reply: listReply(Holiday),
});

export const saveHoliday = endpoint('PUT', '/backoffice/holidays', {
  ...treasury,
  summary: 'Creates or updates a holiday',
  body: Holiday,
  reply: success({}),
});

export const removeHoliday = endpoint('DELETE', '/backoffice/holidays/:day', {
  ...treasury,
  summary: 'Deletes a holiday',
  params: object({ day: text('Day in Tehran, e.g. 2026-11-21.', { maxLength: 10 }) }),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

// ── Identified bank deposits ────────────────────────────────────────────────────────────────────

/** MATCHED: credited. UNMATCHED: waits to be assigned to a user. RETURNED: returned to the payer. */
export const BANK_DEPOSIT_STATES = ['MATCHED', 'UNMATCHED', 'PROPOSED', 'RETURNED'] as const;

export const BankDeposit = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  reference: text('Bank reference, unique to the payment.'),
  identifier: text('Payment identifier of the transfer.'),
  payer: text('Masked Sheba of the payer.'),
  payerName: text('Name of the payer, as reported by the bank.'),
  amount: decimal('Amount in Toman.'),
  paidAtDateTime: time('Time of the payment.'),
  state: oneOf(
    'MATCHED: credited. UNMATCHED: the owner is unknown. PROPOSED: waiting for confirmation by a second staff member. RETURNED: returned to the payer.',
    BANK_DEPOSIT_STATES,
  ),
  reason: nullable(
    'Reason why it was not credited: UNKNOWN_IDENTIFIER, NOT_OWN_ACCOUNT, DAILY_LIMIT, NOT_VERIFIED, OWN_IMPORT (it belongs to the staff member who imported it), LARGE (proposed by the staff member who imported it).',
    Type.String(),
  ),
  person: nullable('User to whom the payment identifier belongs. Null if there is none.', PersonName),
  proposedBy: nullable('Staff member who proposed the user; another one must confirm.', Type.String()),
});
export type BankDeposit = Static<typeof BankDeposit>;

export const bankDeposits = endpoint('GET', '/backoffice/bank-deposits', {
  ...treasury,
  summary: 'Lists payments of the bank statement; waiting ones first unless filtered by state',
  query: object({
    ...cursorQuery,
    state: optional(
      'Returns only payments in this state. Default: all, waiting ones first.',
      Type.Enum(BANK_DEPOSIT_STATES),
    ),
  }),
  reply: listReply(BankDeposit),
});

export const importBankDeposits = endpoint('POST', '/backoffice/bank-deposits', {
  ...treasury,
  settles: true,
  summary:
    'Imports lines of a bank statement; each reference is imported once, and matching payments are credited immediately unless they are large',
  body: object({
    lines: list(
      'Lines of the bank statement.',
      {
        reference: text('Bank reference number.', { minLength: 4, maxLength: 60 }),
        identifier: text('Payment identifier.', { maxLength: 40 }),
        sheba: text('Sheba (Iranian IBAN) of the payer.', { maxLength: 40 }),
        name: text('Name of the payer, as reported by the bank.', { maxLength: 100 }),
        amountRial: described('Amount in Rial, as in bank statements.', DecimalInput),
        paidAt: described('Time of the payment.', TimestampInput),
      },
      { minItems: 1, maxItems: 500 },
    ),
  }),
  reply: itemReply({
    matched: integer('Number of payments credited.'),
    unmatched: integer('Number of payments without a matching user.'),
    known: integer('Number of payments that were already imported.'),
  }),
  errors: ['BAD_REQUEST'],
});

export const decideBankDeposit = endpoint('POST', '/backoffice/bank-deposits/:id', {
  ...treasury,
  settles: true,
  summary:
    'Decides on a bank deposit: PROPOSE names the user, CONFIRM (by another staff member) credits that user, RETURN returns it to the payer',
  params: idParams,
  body: object({
    decision: oneOf(
      'PROPOSE: name the user. CONFIRM: credit the proposed user. RETURN: return the payment to the payer.',
      ['PROPOSE', 'CONFIRM', 'RETURN'],
    ),
    userId: optional('Id of the user whose deposit it is.', Type.String({ maxLength: 40 })),
    reason: optional(
      'Reason for the decision. Written to the audit log.',
      Type.String({ minLength: 3, maxLength: 300 }),
    ),
  }),
  reply: itemReply(BankDeposit),
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

export const UnclaimedDeposit = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  chain: text('Chain code.'),
  relatedCoin: nullable('Coin code.', Type.String()),
  contract: nullable('Contract address of an unknown token.', Type.String()),
  amount: decimal("Amount, in the deposit's asset."),
  txid: text('Transaction id on the chain.'),
  link: nullable('URL of the transaction on a public block explorer.', Type.String()),
  address: text('Address that received the deposit.'),
  tag: nullable('Tag or memo of the address, if the network uses one.', Type.String()),
  reason: oneOf('Reason why the deposit was not credited.', UNCLAIMED_REASONS),
  state: oneOf(
    'WAITING: undecided. PROPOSED: waiting for confirmation by a second staff member. CREDITED: credited to a user. KEPT: closed without credit.',
    ['WAITING', 'PROPOSED', 'CREDITED', 'KEPT'],
  ),
  person: nullable('Owner of the address, or the proposed user.', PersonName),
  proposedBy: nullable(
    'Email address of the staff member who proposed the user. Null if none is proposed.',
    Type.String(),
  ),
  createdAtDateTime: time('Time at which the deposit was recorded.'),
});
export type UnclaimedDeposit = Static<typeof UnclaimedDeposit>;

export const unclaimedDeposits = endpoint('GET', '/backoffice/unclaimed-deposits', {
  ...treasury,
  summary: 'Lists unclaimed deposits, longest waiting first',
  query: object(cursorQuery),
  reply: listReply(UnclaimedDeposit),
});

export const closeUnclaimedDeposits = endpoint('POST', '/backoffice/unclaimed-deposits/close', {
  ...treasury,
  summary:
    'Closes dust and unknown tokens without credit, at most 100 per call; returns the ids that were not closed',
  body: object({
    ids: list('Ids of the deposits.', Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
    reason: reasonText('Reason for closing them. Written to the audit log.'),
  }),
  reply: itemReply({
    closed: integer('Number of deposits closed.'),
    left: list('Ids of the deposits that were not closed.', Type.String()),
  }),
  errors: ['BAD_REQUEST'],
});

export const retireAddress = endpoint('POST', '/backoffice/people/:id/retire-address', {
  ...treasury,
  summary:
    "Retires a user's deposit address and assigns a new one; later deposits to the retired address are unclaimed",
  params: idParams,
  body: object({
    relatedCoin: text('Coin code.', { maxLength: 40 }),
    tokenType: text('Network code, e.g. TRC20.', { maxLength: 40 }),
    reason: reasonText('Reason for the change. Written to the audit log.'),
  }),
  reply: success({}),
  errors: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'You Dont Have This Coin Wallet'],
});

export const decideUnclaimedDeposit = endpoint('POST', '/backoffice/unclaimed-deposits/:id', {
  ...treasury,
  settles: true,
  summary:
    'Decides on an unclaimed deposit: PROPOSE names the user, CONFIRM (by another staff member) credits that user, KEEP closes it without credit',
  params: idParams,
  body: object({
    decision: oneOf(
      'PROPOSE: name the user. CONFIRM: credit the proposed user. KEEP: close without credit.',
      ['PROPOSE', 'CONFIRM', 'KEEP'],
    ),
    userId: optional('Id of the user whose deposit it is.', Type.String({ maxLength: 40 })),
    reason: reasonText('Reason for the decision. Written to the audit log.'),
  }),
  reply: itemReply(UnclaimedDeposit),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Hot and cold wallets, emergency stop ────────────────────────────────────────────────────────

export const Reserve = object({
  relatedCoin: text('Coin code.'),
  tokenType: text('Network code, e.g. TRC20.'),
  chain: text('Chain code.'),
  hot: nullable(
    'Balance of the hot wallet as reported by the node, in the coin. Null if the node does not respond.',
    DecimalText,
  ),
  deposits: nullable('Balance of deposit addresses that is not swept yet, in the coin.', DecimalText),
  cold: nullable('Balance of the cold wallet, in the coin. Null if unknown.', DecimalText),
  booked: decimal('Balance of this network in the ledger, in the coin: total received minus total sent.'),
  liabilities: decimal('Total balances of all users in this coin, across all its networks.'),
  hotTarget: integer('Maximum share of the liabilities to hold in the hot wallet, in percent.'),
  hotShare: nullable(
    'Share of the liabilities held in the hot wallet, in percent. Null if there are no liabilities.',
    Type.Number(),
  ),
  alarm: nullable(
    'LOW: withdrawals may be delayed. HIGH: the hot wallet exceeds its target. SHORT: holdings are below the ledger balance.',
    Type.Enum(['LOW', 'HIGH', 'SHORT']),
  ),
  hotAddress: nullable('Address of the hot wallet. Null if there is none.', Type.String()),
  coldAddress: nullable('Address of the cold wallet. Null if there is none.', Type.String()),
  scannedHeight: nullable('Height of the newest scanned block. Null before the first scan.', Type.Integer()),
  scannedAtDateTime: nullable(
    'Time at which the chain was last read. Null before the first scan.',
    Timestamp,
  ),
});
export type Reserve = Static<typeof Reserve>;

export const SeedHolding = object({
  generation: integer('Generation of the seed that controls these addresses; 0 is the first.'),
  relatedCoin: text('Coin code.'),
  tokenType: text('Network code, e.g. TRC20.'),
  hot: decimal("Balance of the seed's hot address, in the coin."),
  deposits: decimal("Balance of the seed's deposit addresses, in the coin."),
  worthMoving: flag('Whether the balance exceeds the cost of moving it.'),
  lastReceivedDateTime: nullable(
    "Time of the last deposit to one of the seed's addresses on this network. Null if there was none within two years.",
    Timestamp,
  ),
  lookedAtDateTime: time('Time at which the balances were last checked.'),
});
export type SeedHolding = Static<typeof SeedHolding>;

export const TreasuryView = object({
  stopped: nullable('Details of the stop of withdrawals; null unless they are stopped.', {
    by: text('Email address of the staff member who stopped them.'),
    reason: text('Reason for the stop, as written by staff.'),
    at: time('Time of the stop.'),
  }),
  signer: oneOf(
    'State of the signer. LATCHED: it stopped itself and must be unlocked by a person with its passphrase.',
    ['READY', 'AWAY', 'OVER_CAP', 'LATCHED'],
  ),
  latch: nullable('Details of why the signer stopped itself. Null if it did not.', {
    reason: oneOf(
      "HOUR, DAY: the cap that a request exceeded. JOURNAL: part of the signer's journal was lost. BOOKS: the audit found a violated invariant.",
      ['HOUR', 'DAY', 'JOURNAL', 'BOOKS'],
    ),
    about: nullable('Coin code, or the loss. Null if it concerns all coins together.', Type.String()),
    at: time('Time at which the signer stopped itself.'),
  }),
  halted: list(
    'Chains that forked below the oldest stored block; deposits and withdrawals on them are halted.',
    {
      chain: text('Chain code.'),
      height: integer('Height of the block at which the scan is halted.'),
    },
  ),
  reserves: list('Reserves by coin and network.', Reserve),
  olderSeeds: list(
    'Balances at addresses of older seeds, which are moved to the newest seed automatically; updated hourly.',
    SeedHolding,
  ),
});
export type TreasuryView = Static<typeof TreasuryView>;

export const readTreasury = endpoint('GET', '/backoffice/treasury', {
  ...treasury,
  summary:
    'Returns hot and cold balances compared with liabilities, the state of the signer and the kill switch',
  reply: itemReply(TreasuryView),
});

export const setKillSwitch = endpoint('POST', '/backoffice/kill-switch', {
  ...treasury,
  summary:
    'Stops all outgoing payments within 5 s, or resumes them; resuming requires an admin other than the one who stopped them',
  body: object({
    stopped: flag('Whether outgoing payments are stopped.'),
    reason: reasonText('Reason for the stop or the resumption. Written to the audit log.'),
  }),
  reply: itemReply(TreasuryView),
  errors: ['CONFLICT', 'FORBIDDEN', 'SECOND_PERSON_NEEDED'],
});

export const acceptFork = endpoint('POST', '/backoffice/chains/:chain/follow', {
  ...treasury,
  summary:
    'Accepts the fork of a halted chain, which removes the deposits missing from it from the ledger; requires an admin',
  params: object({ chain: text('Chain code.', { maxLength: 40 }) }),
  body: object({ reason: reasonText('Reason for accepting the fork. Written to the audit log.') }),
  reply: itemReply(TreasuryView),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

export const moveToColdAddress = endpoint('POST', '/backoffice/move-to-cold', {
  ...treasury,
  summary: "Sends coins from the hot wallet to the signer's own cold address",
  body: object({
    relatedCoin: text('Coin code.', { maxLength: 40 }),
    tokenType: text('Network code, e.g. TRC20.', { maxLength: 40 }),
    amount: described('Amount, in the coin.', DecimalInput),
  }),
  reply: success({}),
  errors: ['UNACCEPTABLE_AMOUNT', 'CONFLICT', 'You Dont Have This Coin Wallet'],
});

// ── Dated rules and court orders ────────────────────────────────────────────────────────────────

export const RuleSet = object({
  tomanDepositPerDay: decimal('Limit on gateway deposits per user and 24 hours, in Toman.'),
  identifiedDepositPerDay: decimal('Limit on identified transfers per Sheba and day, in Toman.'),
  depositHoldHours: integer(
    'Hours after a Toman deposit during which coin withdrawals are blocked; 0: none.',
    { minimum: 0, maximum: 168 },
  ),
  stablecoinPerYear: nullable(
    'Maximum purchases of stablecoins per user and year, in US dollars. Null: no limit.',
    DecimalText,
  ),
  stablecoinHolding: nullable(
    'Maximum holdings of stablecoins per user, in US dollars. Null: no limit.',
    DecimalText,
  ),
  tradingHours: nullable('Hours of quick trades, Tehran time. Null: always.', {
    from: text('Start time, e.g. 08:00.', { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    to: text('End time, e.g. 24:00.', { pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' }),
  }),
});
export type RuleSet = Static<typeof RuleSet>;

const DatedRules = object({
  validFromDateTime: time('Time at which the rules take effect.'),
  setBy: text('Email address of the staff member who set the rules.'),
  reason: text('Reason for the rules, as written by staff.'),
  rules: described('Rules in force from that time.', RuleSet),
});

export const readRules = endpoint('GET', '/backoffice/rules', {
  ...treasury,
  summary: 'Lists the rules in force, scheduled rules and the latest earlier ones, newest first',
  reply: listReply(DatedRules),
});

export const saveRules = endpoint('POST', '/backoffice/rules', {
  ...treasury,
  roles: [],
  summary: 'Sets rules that take effect at a given time, which must not be in the past',
  body: object({
    validFrom: described('Time at which the rules take effect.', TimestampInput),
    reason: reasonText('Reason for the change. Written to the audit log.'),
    rules: described('Rules in force from that time.', RuleSet),
  }),
  reply: success({}),
  errors: ['BAD_REQUEST'],
});

export const Freeze = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  amount: decimal('Frozen amount, in its asset.'),
  order: text('Number and court of the order.'),
  by: text('Email address of the staff member who froze the amount.'),
  createdAtDateTime: time('Time at which the amount was frozen.'),
  liftedAtDateTime: nullable('Time at which the freeze was lifted. Null while it is in force.', Timestamp),
});
export type Freeze = Static<typeof Freeze>;

export const freezes = endpoint('GET', '/backoffice/people/:id/freezes', {
  ...treasury,
  summary: "Lists a user's partial freezes by court order, newest first",
  params: idParams,
  reply: listReply(Freeze),
  errors: ['NOT_FOUND'],
});

export const freezeAmount = endpoint('POST', '/backoffice/people/:id/freezes', {
  ...treasury,
  settles: true,
  summary: 'Freezes an amount of one asset; the remaining balance stays available',
  params: idParams,
  body: object({
    relatedCoin: text('Coin code; TOMAN for Toman.', { maxLength: 40 }),
    amount: described('Amount to freeze, in its asset.', DecimalInput),
    order: reasonText('Number and court of the order.'),
  }),
  idempotent: true,
  reply: itemReply(Freeze),
  errors: ['NOT_FOUND', 'UNACCEPTABLE_AMOUNT', 'Not Enough Balance', 'SECOND_PERSON_NEEDED'],
});

export const liftFreeze = endpoint('POST', '/backoffice/freezes/:id/lift', {
  ...treasury,
  settles: true,
  summary: 'Lifts a freeze; requires a staff member other than the one who created it',
  params: idParams,
  body: object({ reason: reasonText('Reason for lifting the freeze. Written to the audit log.') }),
  reply: itemReply(Freeze),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
