/**
 * The money section of the back office: pending withdrawals, unclaimed deposits, batches for the bank, hot and cold
 * wallets.
 */
import { type Static, Type } from 'typebox';
import {
  base64url,
  DecimalInput,
  DecimalText,
  described,
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
const params = Type.Object(
  { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
  open,
);
const reason = Type.String({ minLength: 3, maxLength: 300 });
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
export const PersonName = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    name: described('First and last name.', Type.String()),
    email: described('Email address of the account.', Type.String()),
  },
  open,
);
const cursor = { size: pageQuery.size, cursor: pageQuery.cursor };

// ── Withdrawals ─────────────────────────────────────────────────────────────────────────────────

/** Reason for the review by staff. */
export const REVIEW_REASONS = ['LARGE', 'COIN_LIMIT', 'NEW_ADDRESS', 'FLAGGED_PERSON', 'ALLOWANCE'] as const;

export const StaffWithdrawal = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    number: described('Receipt number.', Type.String()),
    person: described('User who requested the withdrawal.', PersonName),
    relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
    tokenType: described('Network code, e.g. TRC20.', Type.String()),
    amount: described("Amount, in the withdrawal's asset.", DecimalText),
    fee: described("Withdrawal fee, in the withdrawal's asset; included in the amount.", DecimalText),
    tomanValue: described(
      'Value in Toman at the time of the request. Null if there was no price.',
      nullable(DecimalText),
    ),
    destination: described('Destination: the masked Sheba, or the full address.', Type.String()),
    tag: described('Tag or memo of the address, if the network uses one.', nullable(Type.String())),
    state: described('State of the withdrawal, from REVIEW to DONE.', Type.Enum(WITHDRAWAL_STATES)),
    reviewReasons: described('Reasons for the review.', Type.Array(Type.Enum(REVIEW_REASONS))),
    neededApprovals: described('Number of staff approvals required.', Type.Integer()),
    approvals: described(
      'Approvals so far.',
      Type.Array(
        Type.Object(
          {
            email: described('Email address of the staff member who approved.', Type.String()),
            at: described('Time of the approval.', Timestamp),
          },
          open,
        ),
      ),
    ),
    mayApprove: described('Whether the caller may still approve it.', Type.Boolean()),
    trouble: described(
      'Reason why the withdrawal is blocked. While sending: SIGNER_REFUSED, SIGNER_AWAY, SIGNER_LATCHED, NEEDS_APPROVAL (about to return to review), OVER_CAP (waiting for room under the hourly cap), HOT_WALLET_EMPTY, NODE_AWAY, STOPPED, DESTINATION (cannot be paid to this destination), FAILED_ON_CHAIN. While waiting for staff or for its batch: PERSON_BLOCKED, PERSON_FROZEN, PERSON_HELD.',
      nullable(Type.String()),
    ),
    txid: described('Transaction id on the chain.', nullable(Type.String())),
    createdAtDateTime: described('Time at which the withdrawal was requested.', Timestamp),
  },
  open,
);
export type StaffWithdrawal = Static<typeof StaffWithdrawal>;

export const staffWithdrawals = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/withdrawals',
  summary: 'Lists the withdrawals in a state, longest waiting first; REVIEW by default',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Returns only withdrawals in this state. Default: REVIEW.',
        Type.Optional(Type.Enum(WITHDRAWAL_STATES)),
      ),
    },
    open,
  ),
  reply: withContent(StaffWithdrawal),
});

/** A security key's reply to a challenge. */
export const KeyAssertion = Type.Object(
  {
    key: described('Credential id, base64url.', base64url(1_500)),
    authenticatorData: described(
      '`authenticatorData` of the WebAuthn response, base64url.',
      base64url(4_000),
    ),
    clientDataJSON: described('`clientDataJSON` of the WebAuthn response, base64url.', base64url(6_000)),
    signature: described('`signature` of the WebAuthn response, base64url.', base64url(2_000)),
  },
  open,
);
export type KeyAssertion = Static<typeof KeyAssertion>;

export const withdrawalApproval = endpoint({
  ...treasury,
  rate: 'read',
  method: 'GET',
  path: '/backoffice/withdrawals/:id/approval',
  summary:
    "Returns the challenge to sign with the caller's security key in order to approve this coin withdrawal",
  params,
  reply: withBase(
    Type.Object(
      {
        challenge: described(
          'WebAuthn challenge, base64url: the SHA-256 of exactly the payment that is approved.',
          Type.String(),
        ),
        keys: described("Ids of the caller's keys that the signer trusts.", Type.Array(Type.String())),
      },
      open,
    ),
  ),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'APPROVAL_KEY_NEEDED', 'SERVICE_UNAVAILABLE'],
});

export const approveWithdrawal = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/withdrawals/:id/approve',
  summary:
    'Records one of the required approvals; above the threshold, two different staff members must approve, never the owner of the withdrawal',
  params,
  body: Type.Object(
    {
      assertion: described(
        "Signature by the caller's security key. Required for coins, absent for Toman.",
        Type.Optional(KeyAssertion),
      ),
    },
    open,
  ),
  reply: withBase(StaffWithdrawal),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'APPROVAL_KEY_NEEDED',
    'APPROVAL_REFUSED',
    'SERVICE_UNAVAILABLE',
  ],
});

export const approvalKeys = endpoint({
  ...treasury,
  rate: 'read',
  method: 'GET',
  path: '/backoffice/approval-keys',
  summary: 'Lists the security keys that the signer trusts, as reported by the signer',
  reply: withBase(
    Type.Object(
      {
        staffId: described('Id of the caller, for which their key is created.', Type.String()),
        name: described('Name of the caller.', Type.String()),
        sandbox: described('Whether the sandbox signs instead of a security key.', Type.Boolean()),
        keys: described(
          'Trusted keys, in order of enrolment.',
          Type.Array(
            Type.Object(
              {
                id: described('Credential id, base64url.', Type.String()),
                name: described("Name of the key's owner.", Type.String()),
                own: described("Whether the key is the caller's.", Type.Boolean()),
                origin: described(
                  'Origin at which the key was created and for which it signs.',
                  Type.String(),
                ),
                second: described('Whether the key may give the second of two signatures.', Type.Boolean()),
              },
              open,
            ),
          ),
        ),
      },
      open,
    ),
  ),
  errors: ['SERVICE_UNAVAILABLE'],
});

export const refuseWithdrawal = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/withdrawals/:id/refuse',
  settles: true,
  summary: 'Refuses a withdrawal, refunds it and notifies the user of the reason',
  params,
  body: Type.Object(
    { reason: described('Reason for the refusal. Shown to the user and written to the audit log.', reason) },
    open,
  ),
  reply: withBase(StaffWithdrawal),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Toman batches ───────────────────────────────────────────────────────────────────────────────

/** OPEN: created, but not downloaded. EXPORTED: at the bank. CLOSED: each line is paid or returned. */
export const PAYOUT_STATES = ['OPEN', 'EXPORTED', 'CLOSED'] as const;

export const PayoutBatch = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    day: described('Payment day in Tehran, e.g. 2026-11-21.', Type.String()),
    state: described(
      'OPEN: created, file not downloaded. EXPORTED: sent to the bank. CLOSED: each line is paid or returned.',
      Type.Enum(PAYOUT_STATES),
    ),
    lines: described('Number of payments in the batch.', Type.Integer()),
    total: described('Total of the net amounts of all lines, in Toman.', DecimalText),
    paid: described('Number of lines paid.', Type.Integer()),
    returned: described('Number of lines returned by the bank.', Type.Integer()),
    exportedBy: described(
      'Email address of the staff member who downloaded the file. Null until then.',
      nullable(Type.String()),
    ),
    exportedAtDateTime: described(
      'Time at which the file was downloaded. Null until then.',
      nullable(Timestamp),
    ),
    closedBy: described(
      'Email address of the staff member who closed the batch. Null until then.',
      nullable(Type.String()),
    ),
    closedAtDateTime: described('Time at which the batch was closed. Null until then.', nullable(Timestamp)),
  },
  open,
);
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutLine = Type.Object(
  {
    id: described('Id of the withdrawal.', Type.String()),
    number: described('Receipt number.', Type.String()),
    name: described("Name of the bank account's owner.", Type.String()),
    bankAccount: described('Masked bank account of the recipient.', Type.String()),
    amount: described('Net amount that the recipient receives, in Toman.', DecimalText),
    state: described(
      "HELD: the user is blocked and the line is not in the file. UNSURE: the line is in the file and the user was blocked afterwards; staff records the bank's result for this line separately.",
      Type.Enum(['WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE']),
    ),
    reason: described(
      'Reason why the bank returned the payment. Null if it did not.',
      nullable(Type.String()),
    ),
  },
  open,
);
export type PayoutLine = Static<typeof PayoutLine>;

export const payouts = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/payouts',
  summary: 'Lists batches of Toman withdrawals, newest first',
  query: Type.Object(cursor, open),
  reply: withContent(PayoutBatch),
});

export const makePayout = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts',
  summary:
    "Creates today's batch now, before the scheduled hour; CONFLICT on a bank holiday or if the batch exists",
  reply: withBase(PayoutBatch),
  errors: ['CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const payoutLines = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/payouts/:id',
  summary: 'Lists the lines of a batch',
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
    'Downloads the bank file as CSV (Sheba, amount in Rial, name, id); the staff member who downloads it cannot mark the batch as paid; not available once the batch is closed',
  params,
  media: ['text/csv'],
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFLICT', 'WITHDRAWALS_STOPPED'],
});

export const closePayout = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/paid',
  settles: true,
  summary: 'Marks all lines that were not returned as paid; requires a second staff member',
  params,
  reply: withBase(PayoutBatch),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const payPayoutLine = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/lines/:lineId/paid',
  summary:
    'Marks the line of a user who was blocked after the download of the file as paid; requires a staff member who did not download the file',
  params: Type.Object(
    {
      id: described('Id of the batch.', Type.String({ maxLength: 40 })),
      lineId: described('Id of the line.', Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withBase(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const returnPayoutLine = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/payouts/:id/lines/:lineId/return',
  settles: true,
  summary:
    'Records that the bank returned this line, refunds it and notifies the user; requires a staff member who did not download the file and, once the batch was marked as paid, a third one',
  params: Type.Object(
    {
      id: described('Id of the batch.', Type.String({ maxLength: 40 })),
      lineId: described('Id of the line.', Type.String({ maxLength: 40 })),
    },
    open,
  ),
  body: Type.Object(
    { reason: described('Reason for the decision. Written to the audit log.', reason) },
    open,
  ),
  reply: withBase(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const Holiday = Type.Object(
  {
    day: described(
      'Gregorian date, e.g. 2026-11-21; the web pages show the Jalali date.',
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    ),
    title: described('Name of the holiday.', Type.String({ minLength: 2, maxLength: 100 })),
    provisional: described(
      'Whether the date follows the lunar calendar and may move by a day until it is announced.',
      Type.Boolean(),
    ),
  },
  open,
);
export type Holiday = Static<typeof Holiday>;

export const holidays = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/holidays',
  summary: 'Lists the bank holidays of a year; Fridays are not included',
  query: Type.Object(
    {
      year: described(
        'Gregorian year, e.g. 2026. Default: the current year.',
        Type.Optional(Type.Integer({ minimum: 2020, maximum: 2100 })),
      ),
    },
    open,
  ),
  reply: withContent(Holiday),
});

export const saveHoliday = endpoint({
  ...treasury,
  method: 'PUT',
  path: '/backoffice/holidays',
  summary: 'Creates or updates a holiday',
  body: Holiday,
  reply: success({}),
});

export const removeHoliday = endpoint({
  ...treasury,
  method: 'DELETE',
  path: '/backoffice/holidays/:day',
  summary: 'Deletes a holiday',
  params: Type.Object(
    { day: described('Day in Tehran, e.g. 2026-11-21.', Type.String({ maxLength: 10 })) },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

// ── Identified bank deposits ────────────────────────────────────────────────────────────────────

/** MATCHED: credited. UNMATCHED: waits to be assigned to a user. RETURNED: returned to the payer. */
export const BANK_DEPOSIT_STATES = ['MATCHED', 'UNMATCHED', 'PROPOSED', 'RETURNED'] as const;

export const BankDeposit = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    reference: described('Bank reference, unique to the payment.', Type.String()),
    identifier: described('Payment identifier of the transfer.', Type.String()),
    payer: described('Masked Sheba of the payer.', Type.String()),
    payerName: described('Name of the payer, as reported by the bank.', Type.String()),
    amount: described('Amount in Toman.', DecimalText),
    paidAtDateTime: described('Time of the payment.', Timestamp),
    state: described(
      'MATCHED: credited. UNMATCHED: the owner is unknown. PROPOSED: waiting for confirmation by a second staff member. RETURNED: returned to the payer.',
      Type.Enum(BANK_DEPOSIT_STATES),
    ),
    reason: described(
      'Reason why it was not credited: UNKNOWN_IDENTIFIER, NOT_OWN_ACCOUNT, DAILY_LIMIT, NOT_VERIFIED, OWN_IMPORT (it belongs to the staff member who imported it), LARGE (proposed by the staff member who imported it).',
      nullable(Type.String()),
    ),
    person: described(
      'User to whom the payment identifier belongs. Null if there is none.',
      nullable(PersonName),
    ),
    proposedBy: described(
      'Staff member who proposed the user; another one must confirm.',
      nullable(Type.String()),
    ),
  },
  open,
);
export type BankDeposit = Static<typeof BankDeposit>;

export const bankDeposits = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-deposits',
  summary: 'Lists payments of the bank statement; waiting ones first unless filtered by state',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Returns only payments in this state. Default: all, waiting ones first.',
        Type.Optional(Type.Enum(BANK_DEPOSIT_STATES)),
      ),
    },
    open,
  ),
  reply: withContent(BankDeposit),
});

export const importBankDeposits = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-deposits',
  settles: true,
  summary:
    'Imports lines of a bank statement; each reference is imported once, and matching payments are credited immediately unless they are large',
  body: Type.Object(
    {
      lines: described(
        'Lines of the bank statement.',
        Type.Array(
          Type.Object(
            {
              reference: described('Bank reference number.', Type.String({ minLength: 4, maxLength: 60 })),
              identifier: described('Payment identifier.', Type.String({ maxLength: 40 })),
              sheba: described('Sheba (Iranian IBAN) of the payer.', Type.String({ maxLength: 40 })),
              name: described('Name of the payer, as reported by the bank.', Type.String({ maxLength: 100 })),
              amountRial: described('Amount in Rial, as in bank statements.', DecimalInput),
              paidAt: described('Time of the payment.', TimestampInput),
            },
            open,
          ),
          { minItems: 1, maxItems: 500 },
        ),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        matched: described('Number of payments credited.', Type.Integer()),
        unmatched: described('Number of payments without a matching user.', Type.Integer()),
        known: described('Number of payments that were already imported.', Type.Integer()),
      },
      open,
    ),
  ),
  errors: ['BAD_REQUEST'],
});

export const decideBankDeposit = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-deposits/:id',
  settles: true,
  summary:
    'Decides on a bank deposit: PROPOSE names the user, CONFIRM (by another staff member) credits that user, RETURN returns it to the payer',
  params,
  body: Type.Object(
    {
      decision: described(
        'PROPOSE: name the user. CONFIRM: credit the proposed user. RETURN: return the payment to the payer.',
        Type.Enum(['PROPOSE', 'CONFIRM', 'RETURN']),
      ),
      userId: described('Id of the user whose deposit it is.', Type.Optional(Type.String({ maxLength: 40 }))),
      reason: described('Reason for the decision. Written to the audit log.', Type.Optional(reason)),
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
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    chain: described('Chain code.', Type.String()),
    relatedCoin: described('Coin code.', nullable(Type.String())),
    contract: described('Contract address of an unknown token.', nullable(Type.String())),
    amount: described("Amount, in the deposit's asset.", DecimalText),
    txid: described('Transaction id on the chain.', Type.String()),
    link: described('URL of the transaction on a public block explorer.', nullable(Type.String())),
    address: described('Address that received the deposit.', Type.String()),
    tag: described('Tag or memo of the address, if the network uses one.', nullable(Type.String())),
    reason: described('Reason why the deposit was not credited.', Type.Enum(UNCLAIMED_REASONS)),
    state: described(
      'WAITING: undecided. PROPOSED: waiting for confirmation by a second staff member. CREDITED: credited to a user. KEPT: closed without credit.',
      Type.Enum(['WAITING', 'PROPOSED', 'CREDITED', 'KEPT']),
    ),
    person: described('Owner of the address, or the proposed user.', nullable(PersonName)),
    proposedBy: described(
      'Email address of the staff member who proposed the user. Null if none is proposed.',
      nullable(Type.String()),
    ),
    createdAtDateTime: described('Time at which the deposit was recorded.', Timestamp),
  },
  open,
);
export type UnclaimedDeposit = Static<typeof UnclaimedDeposit>;

export const unclaimedDeposits = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/unclaimed-deposits',
  summary: 'Lists unclaimed deposits, longest waiting first',
  query: Type.Object(cursor, open),
  reply: withContent(UnclaimedDeposit),
});

export const closeUnclaimed = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/unclaimed-deposits/close',
  summary:
    'Closes dust and unknown tokens without credit, at most 100 per call; returns the ids that were not closed',
  body: Type.Object(
    {
      ids: described(
        'Ids of the deposits.',
        Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
      ),
      reason: described('Reason for closing them. Written to the audit log.', reason),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        closed: described('Number of deposits closed.', Type.Integer()),
        left: described('Ids of the deposits that were not closed.', Type.Array(Type.String())),
      },
      open,
    ),
  ),
  errors: ['BAD_REQUEST'],
});

export const retireAddress = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/people/:id/retire-address',
  summary:
    "Retires a user's deposit address and assigns a new one; later deposits to the retired address are unclaimed",
  params,
  body: Type.Object(
    {
      relatedCoin: described('Coin code.', Type.String({ maxLength: 40 })),
      tokenType: described('Network code, e.g. TRC20.', Type.String({ maxLength: 40 })),
      reason: described('Reason for the change. Written to the audit log.', reason),
    },
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
    'Decides on an unclaimed deposit: PROPOSE names the user, CONFIRM (by another staff member) credits that user, KEEP closes it without credit',
  params,
  body: Type.Object(
    {
      decision: described(
        'PROPOSE: name the user. CONFIRM: credit the proposed user. KEEP: close without credit.',
        Type.Enum(['PROPOSE', 'CONFIRM', 'KEEP']),
      ),
      userId: described('Id of the user whose deposit it is.', Type.Optional(Type.String({ maxLength: 40 }))),
      reason: described('Reason for the decision. Written to the audit log.', reason),
    },
    open,
  ),
  reply: withBase(UnclaimedDeposit),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Hot and cold wallets, emergency stop ────────────────────────────────────────────────────────

export const Reserve = Type.Object(
  {
    relatedCoin: described('Coin code.', Type.String()),
    tokenType: described('Network code, e.g. TRC20.', Type.String()),
    chain: described('Chain code.', Type.String()),
    hot: described(
      'Balance of the hot wallet as reported by the node, in the coin. Null if the node does not respond.',
      nullable(DecimalText),
    ),
    deposits: described(
      'Balance of deposit addresses that is not swept yet, in the coin.',
      nullable(DecimalText),
    ),
    cold: described('Balance of the cold wallet, in the coin. Null if unknown.', nullable(DecimalText)),
    booked: described(
      'Balance of this network in the ledger, in the coin: total received minus total sent.',
      DecimalText,
    ),
    liabilities: described('Total balances of all users in this coin, across all its networks.', DecimalText),
    hotTarget: described(
      'Maximum share of the liabilities to hold in the hot wallet, in percent.',
      Type.Integer(),
    ),
    hotShare: described(
      'Share of the liabilities held in the hot wallet, in percent. Null if there are no liabilities.',
      nullable(Type.Number()),
    ),
    alarm: described(
      'LOW: withdrawals may be delayed. HIGH: the hot wallet exceeds its target. SHORT: holdings are below the ledger balance.',
      nullable(Type.Enum(['LOW', 'HIGH', 'SHORT'])),
    ),
    hotAddress: described('Address of the hot wallet. Null if there is none.', nullable(Type.String())),
    coldAddress: described('Address of the cold wallet. Null if there is none.', nullable(Type.String())),
    scannedHeight: described(
      'Height of the newest scanned block. Null before the first scan.',
      nullable(Type.Integer()),
    ),
    scannedAtDateTime: described(
      'Time at which the chain was last read. Null before the first scan.',
      nullable(Timestamp),
    ),
  },
  open,
);
export type Reserve = Static<typeof Reserve>;

export const SeedHolding = Type.Object(
  {
    generation: described(
      'Generation of the seed that controls these addresses; 0 is the first.',
      Type.Integer(),
    ),
    relatedCoin: described('Coin code.', Type.String()),
    tokenType: described('Network code, e.g. TRC20.', Type.String()),
    hot: described("Balance of the seed's hot address, in the coin.", DecimalText),
    deposits: described("Balance of the seed's deposit addresses, in the coin.", DecimalText),
    worthMoving: described('Whether the balance exceeds the cost of moving it.', Type.Boolean()),
    lastReceivedDateTime: described(
      "Time of the last deposit to one of the seed's addresses on this network. Null if there was none within two years.",
      nullable(Timestamp),
    ),
    lookedAtDateTime: described('Time at which the balances were last checked.', Timestamp),
  },
  open,
);
export type SeedHolding = Static<typeof SeedHolding>;

export const TreasuryView = Type.Object(
  {
    stopped: described(
      'Details of the stop of withdrawals; null unless they are stopped.',
      nullable(
        Type.Object(
          {
            by: described('Email address of the staff member who stopped them.', Type.String()),
            reason: described('Reason for the stop, as written by staff.', Type.String()),
            at: described('Time of the stop.', Timestamp),
          },
          open,
        ),
      ),
    ),
    signer: described(
      'State of the signer. LATCHED: it stopped itself and must be unlocked by a person with its passphrase.',
      Type.Enum(['READY', 'AWAY', 'OVER_CAP', 'LATCHED']),
    ),
    latch: described(
      'Details of why the signer stopped itself. Null if it did not.',
      nullable(
        Type.Object(
          {
            reason: described(
              "HOUR, DAY: the cap that a request exceeded. JOURNAL: part of the signer's journal was lost. BOOKS: the audit found a violated invariant.",
              Type.Enum(['HOUR', 'DAY', 'JOURNAL', 'BOOKS']),
            ),
            about: described(
              'Coin code, or the loss. Null if it concerns all coins together.',
              nullable(Type.String()),
            ),
            at: described('Time at which the signer stopped itself.', Timestamp),
          },
          open,
        ),
      ),
    ),
    halted: described(
      'Chains that forked below the oldest stored block; deposits and withdrawals on them are halted.',
      Type.Array(
        Type.Object(
          {
            chain: described('Chain code.', Type.String()),
            height: described('Height of the block at which the scan is halted.', Type.Integer()),
          },
          open,
        ),
      ),
    ),
    reserves: described('Reserves by coin and network.', Type.Array(Reserve)),
    olderSeeds: described(
      'Balances at addresses of older seeds, which are moved to the newest seed automatically; updated hourly.',
      Type.Array(SeedHolding),
    ),
  },
  open,
);
export type TreasuryView = Static<typeof TreasuryView>;

export const readTreasury = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/treasury',
  summary:
    'Returns hot and cold balances compared with liabilities, the state of the signer and the kill switch',
  reply: withBase(TreasuryView),
});

export const setKillSwitch = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/kill-switch',
  summary:
    'Stops all outgoing payments within 5 s, or resumes them; resuming requires an admin other than the one who stopped them',
  body: Type.Object(
    {
      stopped: described('Whether outgoing payments are stopped.', Type.Boolean()),
      reason: described('Reason for the stop or the resumption. Written to the audit log.', reason),
    },
    open,
  ),
  reply: withBase(TreasuryView),
  errors: ['CONFLICT', 'FORBIDDEN', 'SECOND_PERSON_NEEDED'],
});

export const followChain = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/chains/:chain/follow',
  summary:
    'Accepts the fork of a halted chain, which removes the deposits missing from it from the ledger; requires an admin',
  params: Type.Object({ chain: described('Chain code.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    { reason: described('Reason for accepting the fork. Written to the audit log.', reason) },
    open,
  ),
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
      relatedCoin: described('Coin code.', Type.String({ maxLength: 40 })),
      tokenType: described('Network code, e.g. TRC20.', Type.String({ maxLength: 40 })),
      amount: described('Amount, in the coin.', DecimalInput),
    },
    open,
  ),
  reply: success({}),
  errors: ['UNACCEPTABLE_AMOUNT', 'CONFLICT', 'You Dont Have This Coin Wallet'],
});

// ── Dated rules and court orders ────────────────────────────────────────────────────────────────

export const RuleSet = Type.Object(
  {
    tomanDepositPerDay: described('Limit on gateway deposits per user and 24 hours, in Toman.', DecimalText),
    identifiedDepositPerDay: described(
      'Limit on identified transfers per Sheba and day, in Toman.',
      DecimalText,
    ),
    depositHoldHours: described(
      'Hours after a Toman deposit during which coin withdrawals are blocked; 0: none.',
      Type.Integer({ minimum: 0, maximum: 168 }),
    ),
    stablecoinPerYear: described(
      'Maximum purchases of stablecoins per user and year, in US dollars. Null: no limit.',
      nullable(DecimalText),
    ),
    stablecoinHolding: described(
      'Maximum holdings of stablecoins per user, in US dollars. Null: no limit.',
      nullable(DecimalText),
    ),
    tradingHours: described(
      'Hours of quick trades, Tehran time. Null: always.',
      nullable(
        Type.Object(
          {
            from: described(
              'Start time, e.g. 08:00.',
              Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
            ),
            to: described('End time, e.g. 24:00.', Type.String({ pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' })),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type RuleSet = Static<typeof RuleSet>;

const DatedRules = Type.Object(
  {
    validFromDateTime: described('Time at which the rules take effect.', Timestamp),
    setBy: described('Email address of the staff member who set the rules.', Type.String()),
    reason: described('Reason for the rules, as written by staff.', Type.String()),
    rules: described('Rules in force from that time.', RuleSet),
  },
  open,
);

export const readRules = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/rules',
  summary: 'Lists the rules in force, scheduled rules and the latest earlier ones, newest first',
  reply: withContent(DatedRules),
});

export const saveRules = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/rules',
  summary: 'Sets rules that take effect at a given time, which must not be in the past',
  body: Type.Object(
    {
      validFrom: described('Time at which the rules take effect.', TimestampInput),
      reason: described('Reason for the change. Written to the audit log.', reason),
      rules: described('Rules in force from that time.', RuleSet),
    },
    open,
  ),
  reply: success({}),
  errors: ['BAD_REQUEST'],
});

export const Freeze = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
    amount: described('Frozen amount, in its asset.', DecimalText),
    order: described('Number and court of the order.', Type.String()),
    by: described('Email address of the staff member who froze the amount.', Type.String()),
    createdAtDateTime: described('Time at which the amount was frozen.', Timestamp),
    liftedAtDateTime: described(
      'Time at which the freeze was lifted. Null while it is in force.',
      nullable(Timestamp),
    ),
  },
  open,
);
export type Freeze = Static<typeof Freeze>;

export const freezes = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/people/:id/freezes',
  summary: "Lists a user's partial freezes by court order, newest first",
  params,
  reply: withContent(Freeze),
  errors: ['NOT_FOUND'],
});

export const freezePart = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/people/:id/freezes',
  settles: true,
  summary: 'Freezes an amount of one asset; the remaining balance stays available',
  params,
  body: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.String({ maxLength: 40 })),
      amount: described('Amount to freeze, in its asset.', DecimalInput),
      order: described('Number and court of the order.', reason),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(Freeze),
  errors: ['NOT_FOUND', 'UNACCEPTABLE_AMOUNT', 'Not Enough Balance', 'SECOND_PERSON_NEEDED'],
});

export const liftFreeze = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/freezes/:id/lift',
  settles: true,
  summary: 'Lifts a freeze; requires a staff member other than the one who created it',
  params,
  body: Type.Object(
    { reason: described('Reason for lifting the freeze. Written to the audit log.', reason) },
    open,
  ),
  reply: withBase(Freeze),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
