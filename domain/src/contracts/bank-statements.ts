/** Bank statements of our own accounts: the classification of their lines, and the comparison with the ledger. */
import { type Static, Type } from 'typebox';
import { MAX_BANK_LINES } from '../payment-gateways.ts';
import {
  DecimalText,
  described,
  endpoint,
  nullable,
  open,
  pageQuery,
  success,
  Timestamp,
  TimestampInput,
  withBase,
  withContent,
} from './endpoint.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const params = Type.Object(
  { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
  open,
);
const cursor = { size: pageQuery.size, cursor: pageQuery.cursor };
const SHEBA = Type.String({ pattern: '^(IR)?\\d{24}$' });
const SIGNED_RIAL = Type.String({ pattern: '^-?\\d{1,18}$', examples: ['-1500000'] });
const reason = described(
  'Reason for the decision. Written to the audit log.',
  Type.String({ minLength: 3, maxLength: 300 }),
);

export const HouseBankAccount = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    sheba: described('Sheba of the account, 24 digits.', Type.String()),
    name: described('Name that staff gave to the account.', Type.String()),
    closing: described(
      'Closing balance of the last statement, in Toman. Null before the first statement.',
      nullable(DecimalText),
    ),
    until: described('Time of the last known line. Null if there is none.', nullable(Timestamp)),
  },
  open,
);
export type HouseBankAccount = Static<typeof HouseBankAccount>;

export const houseBankAccounts = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/house-bank-accounts',
  summary: "Lists the exchange's own bank accounts and the end of their statements",
  reply: withContent(HouseBankAccount),
});

export const addHouseBankAccount = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/house-bank-accounts',
  summary:
    "Adds one of the exchange's own bank accounts (admin only); another staff member imports its first statement. CONFLICT: the account exists",
  body: Type.Object(
    {
      sheba: described('Sheba of the account, with or without IR.', SHEBA),
      name: described('Name for the account.', Type.String({ minLength: 2, maxLength: 60 })),
    },
    open,
  ),
  reply: withBase(HouseBankAccount),
  errors: ['BAD_REQUEST', 'CONFLICT'],
});

export const BankStatement = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    sheba: described('Sheba of the account.', Type.String()),
    account: described('Name that staff gave to the account.', Type.String()),
    opening: described('Opening balance, in Toman.', DecimalText),
    closing: described('Closing balance, in Toman.', DecimalText),
    lines: described('Number of lines.', Type.Integer()),
    state: described(
      'KEPT: in effect. DISCARDED: discarded because it was imported by mistake.',
      Type.Enum(['KEPT', 'DISCARDED']),
    ),
    last: described(
      'Whether it is the last statement of its account; only the last one can be discarded.',
      Type.Boolean(),
    ),
    importedBy: described('Email address of the staff member who imported it.', Type.String()),
    createdAtDateTime: described('Time of the import.', Timestamp),
  },
  open,
);
export type BankStatement = Static<typeof BankStatement>;

export const bankStatements = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-statements',
  summary: "Lists statements of the exchange's own bank accounts, newest first",
  query: Type.Object(cursor, open),
  reply: withContent(BankStatement),
});

export const importBankStatement = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-statements',
  maxBytes: 800_000,
  settles: true,
  summary:
    "Imports a complete statement of one of the exchange's own accounts; lines with a payer's Sheba also become bank deposits",
  body: Type.Object(
    {
      sheba: described('Id of the account.', SHEBA),
      openingRial: described('Opening balance, in Rial.', SIGNED_RIAL),
      closingRial: described('Closing balance, in Rial.', SIGNED_RIAL),
      lines: described(
        'Lines of the statement, oldest first.',
        Type.Array(
          Type.Object(
            {
              at: described('Time at which the bank booked the line.', TimestampInput),
              reference: described('Bank reference.', Type.String({ minLength: 4, maxLength: 60 })),
              identifier: described(
                'Text sent to the bank with the transfer: a payment identifier, or the id from a payout file. Empty if there is none.',
                Type.String({ maxLength: 60 }),
              ),
              amountRial: described('Amount in Rial; positive if received, negative if sent.', SIGNED_RIAL),
              balanceRial: described('Balance after the line, in Rial.', SIGNED_RIAL),
              sheba: described(
                'Sheba of the payer, if the payer is a customer. Otherwise empty.',
                Type.String({ maxLength: 40 }),
              ),
              name: described(
                'Name of the payer, as reported by the bank. Otherwise empty.',
                Type.String({ maxLength: 100 }),
              ),
            },
            open,
          ),
          { maxItems: MAX_BANK_LINES },
        ),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        id: described('Id of the statement.', Type.String()),
        lines: described('Number of lines.', Type.Integer()),
        unexplained: described('Number of unexplained lines.', Type.Integer()),
        matched: described('Number of new deposits that were credited.', Type.Integer()),
        unmatched: described('Number of new deposits that wait to be assigned to a user.', Type.Integer()),
      },
      open,
    ),
  ),
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

export const discardBankStatement = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-statements/:id/discard',
  summary:
    'Discards the last statement of an account; requires a staff member other than the importer. CONFLICT: it is not the last one',
  params,
  body: Type.Object({ reason }, open),
  reply: withBase(BankStatement),
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

export const BankLine = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    account: described('Name that staff gave to the account.', Type.String()),
    at: described('Time at which the bank booked the line.', Timestamp),
    reference: described('Bank reference.', Type.String()),
    identifier: described('Text sent to the bank with the transfer. Empty if there is none.', Type.String()),
    amount: described('Amount in Toman; positive if received, negative if sent.', DecimalText),
    cause: described('Cause of the line. UNEXPLAINED: the cause is unknown.', Type.Enum(BANK_CAUSES)),
    said: described(
      'Cause proposed by a staff member. Null if none is proposed.',
      nullable(Type.Enum(SAID_CAUSES)),
    ),
    saidBy: described(
      'Email address of the staff member who proposed the cause. Null if none is proposed.',
      nullable(Type.String()),
    ),
    importedBy: described('Email address of the staff member who imported the line.', Type.String()),
    createdAtDateTime: described('Time of the import.', Timestamp),
  },
  open,
);
export type BankLine = Static<typeof BankLine>;

export const bankLines = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-lines',
  summary: 'Lists bank lines; only unexplained ones unless a statement is given',
  query: Type.Object(
    {
      ...cursor,
      statement: described(
        'Returns all lines of this statement. Default: the unexplained lines of all statements.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
    },
    open,
  ),
  reply: withContent(BankLine),
  errors: ['NOT_FOUND'],
});

export const explainBankLine = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-lines/:id',
  summary:
    'Explains an unexplained line: one staff member proposes a cause, and another one, who is not the importer either, confirms the same cause',
  params,
  body: Type.Object(
    {
      decision: described(
        'SAY: propose a cause. CONFIRM: confirm the proposed cause.',
        Type.Enum(['SAY', 'CONFIRM']),
      ),
      cause: described("FEE: a fee of the bank. CAPITAL: the exchange's own money.", Type.Enum(SAID_CAUSES)),
      reason,
    },
    open,
  ),
  reply: withBase(BankLine),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

const term = (text: string) => described(text, DecimalText);
export const BankCheck = Type.Object(
  {
    at: described('Time of the check.', Timestamp),
    closing: term('Total of the closing balances of the last statements, in Toman.'),
    books: term('Balance at the bank according to the ledger, in Toman.'),
    openings: term('Total of the opening balances of the first statements, in Toman.'),
    settlements: term('Total of gateway settlements, in Toman.'),
    fees: term('Total of bank fees, in Toman; negative.'),
    capital: term("Total of the exchange's own money, in Toman."),
    unexplained: term('Total of unexplained lines, in Toman.'),
    unbookedDeposits: term('Total of deposit lines that are not in the ledger yet, in Toman.'),
    unseenDeposits: term('Total of deposits in the ledger that are in no statement, in Toman; subtracted.'),
    unseenReturns: term('Total of deposits returned in the ledger that are in no statement, in Toman.'),
    unseenPayouts: term('Total of withdrawals paid in the ledger that are in no statement, in Toman.'),
    unbookedPayouts: term(
      'Total of withdrawals that have a line but are not paid in the ledger, in Toman; subtracted.',
    ),
    payoutsBack: term(
      'Total of withdrawals that the bank returned but that are paid in the ledger, in Toman.',
    ),
    fractions: term('Total of fractions of a Rial, which banks do not pay, in Toman.'),
    difference: term('Remaining difference, in Toman; 0: bank and ledger agree.'),
    differsSince: described(
      'Time since which `difference` is not 0. Null while it is 0.',
      nullable(Timestamp),
    ),
    lateDeposits: described('Number of deposits that are overdue on every statement.', Type.Integer()),
  },
  open,
);
export type BankCheck = Static<typeof BankCheck>;

export const readBankCheck = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-check',
  summary: 'Returns the result of the latest comparison of the bank balances with the ledger',
  reply: withBase(nullable(BankCheck)),
});

export const askBankCheck = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-check',
  summary: 'Requests a new comparison, which a worker runs shortly afterwards',
  reply: success({}),
});
