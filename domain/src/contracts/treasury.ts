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
const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
const reason = Type.String({ minLength: 3, maxLength: 300 });
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
export const PersonName = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('The number that a receipt shows.', Type.String()),
    person: described('Whose it is.', PersonName),
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    amount: described('The amount, in the asset it is of.', DecimalText),
    fee: described('Fee of the withdrawal, in its asset; part of the amount.', DecimalText),
    tomanValue: described(
      'Value in Toman when it was requested; null: it had no price.',
      nullable(DecimalText),
    ),
    destination: described('Masked Sheba, or the address in full.', Type.String()),
    tag: described('Tag or memo of the address, where the network has one.', nullable(Type.String())),
    state: described('How far it has come, from REVIEW to DONE.', Type.Enum(WITHDRAWAL_STATES)),
    reviewReasons: described('Why it is reviewed.', Type.Array(Type.Enum(REVIEW_REASONS))),
    neededApprovals: described('How many of the staff must approve.', Type.Integer()),
    approvals: described(
      'Who has approved, and when.',
      Type.Array(
        Type.Object(
          { email: described('Email address.', Type.String()), at: described('When.', Timestamp) },
          open,
        ),
      ),
    ),
    mayApprove: described('Whether the caller may still approve it.', Type.Boolean()),
    trouble: described(
      "Why it is stuck, of the sender: SIGNER_REFUSED, SIGNER_AWAY, SIGNER_LATCHED, NEEDS_APPROVAL (it is about to go back to review), OVER_CAP (it waits for room within the hour), HOT_WALLET_EMPTY, NODE_AWAY, STOPPED, DESTINATION (it can't be paid so), FAILED_ON_CHAIN. Of what waits for staff or for its batch: PERSON_BLOCKED, PERSON_FROZEN, PERSON_HELD.",
      nullable(Type.String()),
    ),
    txid: described('Id of the transaction on its chain.', nullable(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type StaffWithdrawal = Static<typeof StaffWithdrawal>;

export const staffWithdrawals = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/withdrawals',
  summary: 'Withdrawals in a state, longest first; REVIEW unless asked for',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Only those in this state. Unset: REVIEW.',
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
    key: described('Id of the credential, base64url.', base64url(1_500)),
    authenticatorData: described('As WebAuthn names it, base64url.', base64url(4_000)),
    clientDataJSON: described('As WebAuthn names it, base64url.', base64url(6_000)),
    signature: described('As WebAuthn names it, base64url.', base64url(2_000)),
  },
  open,
);
export type KeyAssertion = Static<typeof KeyAssertion>;

export const withdrawalApproval = endpoint({
  ...treasury,
  rate: 'read',
  method: 'GET',
  path: '/backoffice/withdrawals/:id/approval',
  summary: 'What the caller signs with a security key to approve this withdrawal of coins',
  params,
  reply: withBase(
    Type.Object(
      {
        challenge: described('Of WebAuthn, base64url: SHA-256 of exactly what leaves.', Type.String()),
        keys: described("Ids of the caller's keys that the signer believes.", Type.Array(Type.String())),
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
  summary: 'One of the approvals it needs; two different people above the threshold, never its owner',
  params,
  body: Type.Object(
    {
      assertion: described(
        'What the caller’s key signed; coins need it, Toman has none.',
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
  summary: 'The security keys whose signatures the signer believes, as it says itself',
  reply: withBase(
    Type.Object(
      {
        staffId: described('Id of the caller, which their key is made for.', Type.String()),
        name: described('Name of the caller.', Type.String()),
        sandbox: described('Whether the sandbox signs in place of a key.', Type.Boolean()),
        keys: described(
          'In the order of their enrolment.',
          Type.Array(
            Type.Object(
              {
                id: described('Id of the credential, base64url.', Type.String()),
                name: described('Whose it is.', Type.String()),
                own: described("Whether it is the caller's.", Type.Boolean()),
                origin: described('The site that it was made at, and signs for.', Type.String()),
                second: described('Whether it may be the second of two signatures.', Type.Boolean()),
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
  summary: 'Gives the money back and tells the person why',
  params,
  body: Type.Object(
    { reason: described('Why it is refused; the person reads it, and it goes to the audit log.', reason) },
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
    id: described('The id that other calls name it by.', Type.String()),
    day: described('The day it is paid, in Tehran: 2026-11-21.', Type.String()),
    state: described(
      'OPEN: made, nobody took the file. EXPORTED: at the bank. CLOSED: each line is paid or returned.',
      Type.Enum(PAYOUT_STATES),
    ),
    lines: described('How many payments it has.', Type.Integer()),
    total: described('Toman that arrives, all lines together.', DecimalText),
    paid: described('How many of them were paid.', Type.Integer()),
    returned: described('How many of them came back.', Type.Integer()),
    exportedBy: described('Email address of who took the file; null: nobody yet.', nullable(Type.String())),
    exportedAtDateTime: described('When the file was taken; null: not yet.', nullable(Timestamp)),
    closedBy: described('Email address of who closed it; null: nobody yet.', nullable(Type.String())),
    closedAtDateTime: described('When it was closed; null: not yet.', nullable(Timestamp)),
  },
  open,
);
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutLine = Type.Object(
  {
    id: described("The withdrawal's id.", Type.String()),
    number: described('The number that a receipt shows.', Type.String()),
    name: described('In whose name the bank account is.', Type.String()),
    bankAccount: described('Where it goes, masked.', Type.String()),
    amount: described('Toman that arrives.', DecimalText),
    state: described(
      'HELD: of someone blocked, not in the file. UNSURE: in it, and blocked since: what the bank did is said of it alone.',
      Type.Enum(['WAITING', 'PAID', 'RETURNED', 'HELD', 'UNSURE']),
    ),
    reason: described('Why the bank returned it; null: it did not.', nullable(Type.String())),
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
  media: ['text/csv'],
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
    'The bank paid this line of someone who was blocked after the file was taken, says someone who took no file',
  params: Type.Object(
    {
      id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })),
      lineId: described('Id of the payment in the batch.', Type.String({ maxLength: 40 })),
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
    'The bank sent this line back, says someone who took no file: refunds it and tells the person; also after the batch was marked paid, by a third person',
  params: Type.Object(
    {
      id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })),
      lineId: described('Id of the payment in the batch.', Type.String({ maxLength: 40 })),
    },
    open,
  ),
  body: Type.Object({ reason: described('Why it is decided so; goes to the audit log.', reason) }, open),
  reply: withBase(PayoutLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const Holiday = Type.Object(
  {
    day: described(
      'Gregorian, 2026-11-21; the web shows Jalali.',
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    ),
    title: described('What the holiday is called.', Type.String({ minLength: 2, maxLength: 100 })),
    provisional: described('By the lunar calendar: may move by a day until it is announced.', Type.Boolean()),
  },
  open,
);
export type Holiday = Static<typeof Holiday>;

export const holidays = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/holidays',
  summary: 'Bank holidays of a year; Fridays are not among them',
  query: Type.Object(
    {
      year: described(
        'The year in that calendar, e.g. 1405 or 2026.',
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
  summary: 'Adds a holiday or changes it',
  body: Holiday,
  reply: success({}),
});

export const removeHoliday = endpoint({
  ...treasury,
  method: 'DELETE',
  path: '/backoffice/holidays/:day',
  summary: 'It is no holiday after all',
  params: Type.Object(
    { day: described('The day in Tehran, e.g. 2026-11-21.', Type.String({ maxLength: 10 })) },
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
    id: described('The id that other calls name it by.', Type.String()),
    reference: described("The bank's reference, which names the payment once and for all.", Type.String()),
    identifier: described('The payment identifier it came with.', Type.String()),
    payer: described('Masked Sheba of the payer.', Type.String()),
    payerName: described('Who paid, as the bank says.', Type.String()),
    amount: described('The amount, in the asset it is of.', DecimalText),
    paidAtDateTime: described('When it was paid; null until then.', Timestamp),
    state: described(
      'MATCHED: credited. UNMATCHED: nobody knows whose it is. PROPOSED: a second person confirms. RETURNED: sent back.',
      Type.Enum(BANK_DEPOSIT_STATES),
    ),
    reason: described(
      'Why it was not credited: UNKNOWN_IDENTIFIER, NOT_OWN_ACCOUNT, DAILY_LIMIT, NOT_VERIFIED, OWN_IMPORT (of whoever imported it), LARGE (proposed by whoever imported it).',
      nullable(Type.String()),
    ),
    person: described("Whose identifier it is; null: nobody's.", nullable(PersonName)),
    proposedBy: described('Who proposed the person; someone else confirms.', nullable(Type.String())),
  },
  open,
);
export type BankDeposit = Static<typeof BankDeposit>;

export const bankDeposits = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-deposits',
  summary: 'Payments of the bank statement; those that wait first unless a state is asked for',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Only those in this state. Unset: all, those that wait first.',
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
    'Lines of a bank statement; each reference counts once, what matches is credited at once unless it is much',
  body: Type.Object(
    {
      lines: described(
        "The lines of the bank's statement.",
        Type.Array(
          Type.Object(
            {
              reference: described(
                "The bank's reference number.",
                Type.String({ minLength: 4, maxLength: 60 }),
              ),
              identifier: described('The payment identifier.', Type.String({ maxLength: 40 })),
              sheba: described('The Sheba (IBAN of Iran).', Type.String({ maxLength: 40 })),
              name: described('Name of the payer, as the bank writes it.', Type.String({ maxLength: 100 })),
              amountRial: described('Rial, as banks write.', DecimalInput),
              paidAt: described('When it was paid.', TimestampInput),
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
        matched: described('How many were credited.', Type.Integer()),
        unmatched: described('How many match nobody.', Type.Integer()),
        known: described('How many were there already.', Type.Integer()),
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
    'PROPOSE names the person, CONFIRM (by someone else) credits that very person, RETURN sends it back to the payer',
  params,
  body: Type.Object(
    {
      decision: described('What is decided.', Type.Enum(['PROPOSE', 'CONFIRM', 'RETURN'])),
      userId: described('Id of the person.', Type.Optional(Type.String({ maxLength: 40 }))),
      reason: described('Why it is decided so; goes to the audit log.', Type.Optional(reason)),
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
    id: described('The id that other calls name it by.', Type.String()),
    chain: described('Code of the chain.', Type.String()),
    relatedCoin: described("The coin's code; TOMAN for Toman.", nullable(Type.String())),
    contract: described('Of a token nobody knows.', nullable(Type.String())),
    amount: described('The amount, in the asset it is of.', DecimalText),
    txid: described('Id of the transaction on its chain.', Type.String()),
    link: described("The transaction's page on a public explorer.", nullable(Type.String())),
    address: described('Where the coins came to.', Type.String()),
    tag: described('Tag or memo of the address, where the network has one.', nullable(Type.String())),
    reason: described('Why nobody was credited.', Type.Enum(UNCLAIMED_REASONS)),
    state: described(
      'WAITING: undecided. PROPOSED: a second person confirms. CREDITED, KEPT: over.',
      Type.Enum(['WAITING', 'PROPOSED', 'CREDITED', 'KEPT']),
    ),
    person: described('Whose address it is, or who was proposed.', nullable(PersonName)),
    proposedBy: described('Email address of who proposed it; null: nobody.', nullable(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
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
    {
      ids: described(
        'Ids of the deposits.',
        Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
      ),
      reason: described('Why they are closed; goes to the audit log.', reason),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        closed: described('How many were closed.', Type.Integer()),
        left: described('Ids of those that were not.', Type.Array(Type.String())),
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
  summary: 'Takes a deposit address from a person, who gets another one; what still comes there is unclaimed',
  params,
  body: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      tokenType: described("The network's code, e.g. TRC20.", Type.String({ maxLength: 40 })),
      reason: described('Why it is done; goes to the audit log.', reason),
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
    'PROPOSE names the person, CONFIRM (by someone else) credits that very person, KEEP closes it without credit',
  params,
  body: Type.Object(
    {
      decision: described('What is decided.', Type.Enum(['PROPOSE', 'CONFIRM', 'KEEP'])),
      userId: described('Id of the person.', Type.Optional(Type.String({ maxLength: 40 }))),
      reason: described('Why it is decided so; goes to the audit log.', reason),
    },
    open,
  ),
  reply: withBase(UnclaimedDeposit),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

// ── Hot and cold wallets, emergency stop ────────────────────────────────────────────────────────

export const Reserve = Type.Object(
  {
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    chain: described('Code of the chain.', Type.String()),
    hot: described(
      "What the node says we hold, in the coin; null: it doesn't answer.",
      nullable(DecimalText),
    ),
    deposits: described('On deposit addresses and not yet swept, in the coin.', nullable(DecimalText)),
    cold: described('In the cold wallet, in the coin; null: not known.', nullable(DecimalText)),
    booked: described(
      'What the books say of this network, in the coin: everything that came in less everything that left.',
      DecimalText,
    ),
    liabilities: described('What people own of this coin, all its networks together.', DecimalText),
    hotTarget: described('Percent of the liabilities that may be hot.', Type.Integer()),
    hotShare: described(
      'Percent of the liabilities that is hot; null: no liabilities.',
      nullable(Type.Number()),
    ),
    alarm: described(
      'LOW: withdrawals may have to wait. HIGH: more is hot than should be. SHORT: less is held than booked.',
      nullable(Type.Enum(['LOW', 'HIGH', 'SHORT'])),
    ),
    hotAddress: described('Address of the hot wallet; null: none.', nullable(Type.String())),
    coldAddress: described('Address of the cold wallet; null: none.', nullable(Type.String())),
    scannedHeight: described('The newest block that was scanned; null: none yet.', nullable(Type.Integer())),
    scannedAtDateTime: described('When the chain was last read; null: never yet.', nullable(Timestamp)),
  },
  open,
);
export type Reserve = Static<typeof Reserve>;

export const SeedHolding = Type.Object(
  {
    generation: described('Of the seed whose addresses these are; 0 is the first.', Type.Integer()),
    relatedCoin: described("The coin's code.", Type.String()),
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    hot: described('At its hot address, in units of the coin.', DecimalText),
    deposits: described('At its deposit addresses, in units of the coin.', DecimalText),
    worthMoving: described('Whether it is more than it costs to move it.', Type.Boolean()),
    lastReceivedDateTime: described(
      'When someone last paid to an address of it on this network; null: not within two years.',
      nullable(Timestamp),
    ),
    lookedAtDateTime: described('When it was last looked at.', Timestamp),
  },
  open,
);
export type SeedHolding = Static<typeof SeedHolding>;

export const TreasuryView = Type.Object(
  {
    stopped: described(
      'Withdrawals are stopped, by whom and why.',
      nullable(
        Type.Object(
          {
            by: described('Email address of who did it.', Type.String()),
            reason: described('Why they were stopped, as staff wrote.', Type.String()),
            at: described('When.', Timestamp),
          },
          open,
        ),
      ),
    ),
    signer: described(
      'Whether the signer signs; LATCHED: it stopped itself, and waits for a person with its passphrase.',
      Type.Enum(['READY', 'AWAY', 'OVER_CAP', 'LATCHED']),
    ),
    latch: described(
      'Why the signer stopped itself; null: it did not.',
      nullable(
        Type.Object(
          {
            reason: described(
              'The cap that more was asked than; JOURNAL: something of its journal was lost; BOOKS: the audit found a broken law.',
              Type.Enum(['HOUR', 'DAY', 'JOURNAL', 'BOOKS']),
            ),
            about: described('The coin, or the loss; null: all coins together.', nullable(Type.String())),
            at: described('When.', Timestamp),
          },
          open,
        ),
      ),
    ),
    halted: described(
      'Chains that forked below all that is remembered: nothing of theirs comes in or leaves.',
      Type.Array(
        Type.Object(
          {
            chain: described('Code of the chain.', Type.String()),
            height: described('The block it stands at.', Type.Integer()),
          },
          open,
        ),
      ),
    ),
    reserves: described('What is held, coin by coin.', Type.Array(Reserve)),
    olderSeeds: described(
      'What still lies at addresses of older seeds, and moves to the newest automatically; as of the last hour.',
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
  summary: 'Hot and cold balances against liabilities, the signer, the kill switch',
  reply: withBase(TreasuryView),
});

export const setKillSwitch = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/kill-switch',
  summary: 'Stops everything that leaves within 5 s; starting again needs an admin who did not stop it',
  body: Type.Object(
    {
      stopped: described('Whether nothing leaves from now on.', Type.Boolean()),
      reason: described('Why it is stopped or started again; goes to the audit log.', reason),
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
  summary: 'An admin says that the fork of a halted chain is real: what it lacks is taken out of the books',
  params: Type.Object({ chain: described('Code of the chain.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object({ reason: described('Why it is done; goes to the audit log.', reason) }, open),
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
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      tokenType: described("The network's code, e.g. TRC20.", Type.String({ maxLength: 40 })),
      amount: described('The amount, in the asset it is of.', DecimalInput),
    },
    open,
  ),
  reply: success({}),
  errors: ['UNACCEPTABLE_AMOUNT', 'CONFLICT', 'You Dont Have This Coin Wallet'],
});

// ── Dated rules and court orders ────────────────────────────────────────────────────────────────

export const RuleSet = Type.Object(
  {
    tomanDepositPerDay: described('Toman through gateways, per person and 24 hours.', DecimalText),
    identifiedDepositPerDay: described('Toman by identified transfer, per Sheba and day.', DecimalText),
    depositHoldHours: described(
      "Hours that coins don't leave after a Toman deposit; 0: none.",
      Type.Integer({ minimum: 0, maximum: 168 }),
    ),
    stablecoinPerYear: described(
      'US dollars of stablecoins a person may buy in a year; null: no cap.',
      nullable(DecimalText),
    ),
    stablecoinHolding: described(
      'US dollars of stablecoins a person may hold; null: no cap.',
      nullable(DecimalText),
    ),
    tradingHours: described(
      'Hours of quick trades in Tehran; null: always.',
      nullable(
        Type.Object(
          {
            from: described('From when.', Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
            to: described('Until when.', Type.String({ pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' })),
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
    validFromDateTime: described('From when they hold.', Timestamp),
    setBy: described('Email address of who set them.', Type.String()),
    reason: described('Why they were set, as staff wrote.', Type.String()),
    rules: described('What holds from then on.', RuleSet),
  },
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
  body: Type.Object(
    {
      validFrom: described('From when they hold.', TimestampInput),
      reason: described('Why they change; goes to the audit log.', reason),
      rules: described('What is to hold from then on.', RuleSet),
    },
    open,
  ),
  reply: success({}),
  errors: ['BAD_REQUEST'],
});

export const Freeze = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    amount: described('The amount, in the asset it is of.', DecimalText),
    order: described('Number and court of the order.', Type.String()),
    by: described('Email address of who did it.', Type.String()),
    createdAtDateTime: described('When it was made.', Timestamp),
    liftedAtDateTime: described('When it was lifted; null: not yet.', nullable(Timestamp)),
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
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      amount: described('The amount, in the asset it is of.', DecimalInput),
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
  summary: 'Frees it again; someone else than who froze it',
  params,
  body: Type.Object({ reason: described('Why it is lifted; goes to the audit log.', reason) }, open),
  reply: withBase(Freeze),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
