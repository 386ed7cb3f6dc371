/** Bank statements of our own accounts: the classification of their lines, and the comparison with the ledger. */
import { type Static, Type } from 'typebox';
import { MAX_BANK_LINES } from '../payment-gateways.ts';
import { endpoint } from './endpoint.ts';
import {
  cursorQuery,
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
  orNull,
  reasonText,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

const SHEBA = Type.String({ pattern: '^(IR)?\\d{24}$' });
const SIGNED_RIAL = Type.String({ pattern: '^-?\\d{1,18}$', examples: ['-1500000'] });
const reason = reasonText('Reason for the decision. Written to the audit log.');

export const HouseBankAccount = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  sheba: text('Sheba of the account, 24 digits.'),
  name: text('Name that staff gave to the account.'),
  closing: nullable(
    'Closing balance of the last statement, in Toman. Null before the first statement.',
    DecimalText,
  ),
  until: nullable('Time of the last known line. Null if there is none.', Timestamp),
});
export type HouseBankAccount = Static<typeof HouseBankAccount>;

export const houseBankAccounts = endpoint('GET', '/backoffice/house-bank-accounts', {
  ...treasury,
  summary: "Lists the exchange's own bank accounts and the end of their statements",
  reply: listReply(HouseBankAccount),
});

export const addHouseBankAccount = endpoint('POST', '/backoffice/house-bank-accounts', {
  ...treasury,
  roles: [],
  summary:
    "Adds one of the exchange's own bank accounts (admin only); another staff member imports its first statement. CONFLICT: the account exists",
  body: object({
    sheba: described('Sheba of the account, with or without IR.', SHEBA),
    name: text('Name for the account.', { minLength: 2, maxLength: 60 }),
  }),
  reply: itemReply(HouseBankAccount),
  errors: ['BAD_REQUEST', 'CONFLICT'],
});

export const BankStatement = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  sheba: text('Sheba of the account.'),
  account: text('Name that staff gave to the account.'),
  opening: decimal('Opening balance, in Toman.'),
  closing: decimal('Closing balance, in Toman.'),
  lines: integer('Number of lines.'),
  state: oneOf('KEPT: in effect. DISCARDED: discarded because it was imported by mistake.', [
    'KEPT',
    'DISCARDED',
  ]),
  last: flag('Whether it is the last statement of its account; only the last one can be discarded.'),
  importedBy: text('Email address of the staff member who imported it.'),
  createdAtDateTime: time('Time of the import.'),
});
export type BankStatement = Static<typeof BankStatement>;

export const bankStatements = endpoint('GET', '/backoffice/bank-statements', {
  ...treasury,
  summary: "Lists statements of the exchange's own bank accounts, newest first",
  query: object(cursorQuery),
  reply: listReply(BankStatement),
});

export const importBankStatement = endpoint('POST', '/backoffice/bank-statements', {
  ...treasury,
  maxBytes: 800_000,
  settles: true,
  summary:
    "Imports a complete statement of one of the exchange's own accounts; lines with a payer's Sheba also become bank deposits",
  body: object({
    sheba: described('Id of the account.', SHEBA),
    openingRial: described('Opening balance, in Rial.', SIGNED_RIAL),
    closingRial: described('Closing balance, in Rial.', SIGNED_RIAL),
    lines: list(
      'Lines of the statement, oldest first.',
      {
        at: described('Time at which the bank booked the line.', TimestampInput),
        reference: text('Bank reference.', { minLength: 4, maxLength: 60 }),
        identifier: text(
          'Text sent to the bank with the transfer: a payment identifier, or the id from a payout file. Empty if there is none.',
          { maxLength: 60 },
        ),
        amountRial: described('Amount in Rial; positive if received, negative if sent.', SIGNED_RIAL),
        balanceRial: described('Balance after the line, in Rial.', SIGNED_RIAL),
        sheba: text('Sheba of the payer, if the payer is a customer. Otherwise empty.', { maxLength: 40 }),
        name: text('Name of the payer, as reported by the bank. Otherwise empty.', { maxLength: 100 }),
      },
      { maxItems: MAX_BANK_LINES },
    ),
  }),
  reply: itemReply({
    id: text('Id of the statement.'),
    lines: integer('Number of lines.'),
    unexplained: integer('Number of unexplained lines.'),
    matched: integer('Number of new deposits that were credited.'),
    unmatched: integer('Number of new deposits that wait to be assigned to a user.'),
  }),
  errors: [
    'BAD_REQUEST',
    'NOT_FOUND',
    'SECOND_PERSON_NEEDED',
    'OPENING_DIFFERS',
    'BALANCE_DIFFERS',
    'CLOSING_DIFFERS',
    'REFERENCE_TWICE',
  ],
});

export const discardBankStatement = endpoint('POST', '/backoffice/bank-statements/:id/discard', {
  ...treasury,
  summary:
    'Discards the last statement of an account; requires a staff member other than the importer. CONFLICT: it is not the last one',
  params: idParams,
  body: object({ reason }),
  reply: itemReply(BankStatement),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

/** Causes that staff assigns to a line: a bank fee, or our own capital. */
export const SAID_CAUSES = ['FEE', 'CAPITAL'] as const;

/** Causes of a line. */
export const BANK_CAUSES = [
  'UNEXPLAINED',
  'DEPOSIT',
  'DEPOSIT_BACK',
  'PAYOUT',
  'BATCH',
  'PAYOUT_BACK',
  'SETTLEMENT',
  'FEE',
  'CAPITAL',
  'DISCARDED',
] as const;
export type BankCause = (typeof BANK_CAUSES)[number];

export const BankLine = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  account: text('Name that staff gave to the account.'),
  at: time('Time at which the bank booked the line.'),
  reference: text('Bank reference.'),
  identifier: text('Text sent to the bank with the transfer. Empty if there is none.'),
  amount: decimal('Amount in Toman; positive if received, negative if sent.'),
  cause: oneOf('Cause of the line. UNEXPLAINED: the cause is unknown.', BANK_CAUSES),
  said: nullable('Cause proposed by a staff member. Null if none is proposed.', Type.Enum(SAID_CAUSES)),
  saidBy: nullable(
    'Email address of the staff member who proposed the cause. Null if none is proposed.',
    Type.String(),
  ),
  importedBy: text('Email address of the staff member who imported the line.'),
  createdAtDateTime: time('Time of the import.'),
});
export type BankLine = Static<typeof BankLine>;

export const bankLines = endpoint('GET', '/backoffice/bank-lines', {
  ...treasury,
  summary: 'Lists bank lines; only unexplained ones unless a statement is given',
  query: object({
    ...cursorQuery,
    statement: optional(
      'Returns all lines of this statement. Default: the unexplained lines of all statements.',
      Type.String({ maxLength: 40 }),
    ),
  }),
  reply: listReply(BankLine),
  errors: ['NOT_FOUND'],
});

export const explainBankLine = endpoint('POST', '/backoffice/bank-lines/:id', {
  ...treasury,
  summary:
    'Explains an unexplained line: one staff member proposes a cause, and another one, who is not the importer either, confirms the same cause',
  params: idParams,
  body: object({
    decision: oneOf('SAY: propose a cause. CONFIRM: confirm the proposed cause.', ['SAY', 'CONFIRM']),
    cause: oneOf("FEE: a fee of the bank. CAPITAL: the exchange's own money.", SAID_CAUSES),
    reason,
  }),
  reply: itemReply(BankLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const BankCheck = object({
  at: time('Time of the check.'),
  closing: decimal('Total of the closing balances of the last statements, in Toman.'),
  books: decimal('Balance at the bank according to the ledger, in Toman.'),
  openings: decimal('Total of the opening balances of the first statements, in Toman.'),
  settlements: decimal('Total of gateway settlements, in Toman.'),
  fees: decimal('Total of bank fees, in Toman; negative.'),
  capital: decimal("Total of the exchange's own money, in Toman."),
  unexplained: decimal('Total of unexplained lines, in Toman.'),
  unbookedDeposits: decimal('Total of deposit lines that are not in the ledger yet, in Toman.'),
  unseenDeposits: decimal('Total of deposits in the ledger that are in no statement, in Toman; subtracted.'),
  unseenReturns: decimal('Total of deposits returned in the ledger that are in no statement, in Toman.'),
  unseenPayouts: decimal('Total of withdrawals paid in the ledger that are in no statement, in Toman.'),
  unbookedPayouts: decimal(
    'Total of withdrawals that have a line but are not paid in the ledger, in Toman; subtracted.',
  ),
  payoutsBack: decimal(
    'Total of withdrawals that the bank returned but that are paid in the ledger, in Toman.',
  ),
  fractions: decimal('Total of fractions of a Rial, which banks do not pay, in Toman.'),
  difference: decimal('Remaining difference, in Toman; 0: bank and ledger agree.'),
  differsSince: nullable('Time since which `difference` is not 0. Null while it is 0.', Timestamp),
  lateDeposits: integer('Number of deposits that are overdue on every statement.'),
});
export type BankCheck = Static<typeof BankCheck>;

export const readBankCheck = endpoint('GET', '/backoffice/bank-check', {
  ...treasury,
  summary: 'Returns the result of the latest comparison of the bank balances with the ledger',
  reply: itemReply(orNull(BankCheck)),
});

export const requestBankCheck = endpoint('POST', '/backoffice/bank-check', {
  ...treasury,
  summary: 'Requests a new comparison, which a worker runs shortly afterwards',
  reply: success({}),
});
