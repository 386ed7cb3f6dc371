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
const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
const cursor = { size: pageQuery.size, cursor: pageQuery.cursor };
const SHEBA = Type.String({ pattern: '^(IR)?\\d{24}$' });
const SIGNED_RIAL = Type.String({ pattern: '^-?\\d{1,18}$', examples: ['-1500000'] });
const reason = described(
  'Why it is decided so; goes to the audit log.',
  Type.String({ minLength: 3, maxLength: 300 }),
);

export const HouseBankAccount = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    sheba: described('Its Sheba, 24 digits.', Type.String()),
    name: described('What staff calls it.', Type.String()),
    closing: described('Toman after its last statement; null: it has none yet.', nullable(DecimalText)),
    until: described('The time of the last line that is known; null: there is none.', nullable(Timestamp)),
  },
  open,
);
export type HouseBankAccount = Static<typeof HouseBankAccount>;

export const houseBankAccounts = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/house-bank-accounts',
  summary: 'Our own accounts at banks, and where their statements end',
  reply: withContent(HouseBankAccount),
});

export const addHouseBankAccount = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/house-bank-accounts',
  summary:
    'An admin names an account of ours; somebody else brings its first statement in. CONFLICT: it is known',
  body: Type.Object(
    {
      sheba: described('Its Sheba, with or without IR.', SHEBA),
      name: described('What staff calls it.', Type.String({ minLength: 2, maxLength: 60 })),
    },
    open,
  ),
  reply: withBase(HouseBankAccount),
  errors: ['BAD_REQUEST', 'CONFLICT'],
});

export const BankStatement = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    sheba: described('The Sheba of the account.', Type.String()),
    account: described('What staff calls the account.', Type.String()),
    opening: described('Toman before its first line.', DecimalText),
    closing: described('Toman after its last line.', DecimalText),
    lines: described('How many lines it has.', Type.Integer()),
    state: described(
      'KEPT: it counts. DISCARDED: it was brought in by mistake.',
      Type.Enum(['KEPT', 'DISCARDED']),
    ),
    last: described('Whether it is the last of its account, which alone can be discarded.', Type.Boolean()),
    importedBy: described('Email address of who brought it in.', Type.String()),
    createdAtDateTime: described('When it was brought in.', Timestamp),
  },
  open,
);
export type BankStatement = Static<typeof BankStatement>;

export const bankStatements = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-statements',
  summary: 'Statements of our bank accounts, newest first',
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
    'A statement of one of our accounts, whole; what has the Sheba of a payer becomes a bank deposit as well',
  body: Type.Object(
    {
      sheba: described('Of which of our accounts it is.', SHEBA),
      openingRial: described('Rial before its first line.', SIGNED_RIAL),
      closingRial: described('Rial after its last line.', SIGNED_RIAL),
      lines: described(
        'Its lines, oldest first.',
        Type.Array(
          Type.Object(
            {
              at: described('When the bank booked it.', TimestampInput),
              reference: described("The bank's reference.", Type.String({ minLength: 4, maxLength: 60 })),
              identifier: described(
                'What the bank was told with it: a payment identifier, or the id in the file of a payout; empty: nothing.',
                Type.String({ maxLength: 60 }),
              ),
              amountRial: described('Rial that came in, or, negative, went out.', SIGNED_RIAL),
              balanceRial: described('Rial after it.', SIGNED_RIAL),
              sheba: described(
                'Of who paid, where a customer did; empty otherwise.',
                Type.String({ maxLength: 40 }),
              ),
              name: described(
                'Who paid, as the bank writes it; empty otherwise.',
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
        id: described('The id of the statement.', Type.String()),
        lines: described('How many lines it has.', Type.Integer()),
        unexplained: described('How many of them nobody knows.', Type.Integer()),
        matched: described('How many new deposits were credited.', Type.Integer()),
        unmatched: described('How many new deposits wait for a person.', Type.Integer()),
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
    'Somebody else than who brought it in takes the last statement of an account out again. CONFLICT: it is not the last',
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
    id: described('The id that other calls name it by.', Type.String()),
    account: described('What staff calls the account.', Type.String()),
    at: described('When the bank booked it.', Timestamp),
    reference: described("The bank's reference.", Type.String()),
    identifier: described('What the bank was told with it; empty: nothing.', Type.String()),
    amount: described('Toman that came in, or, negative, went out.', DecimalText),
    cause: described('What it is; UNEXPLAINED: nobody knows.', Type.Enum(BANK_CAUSES)),
    said: described('What one of the staff says it is; null: nobody.', nullable(Type.Enum(SAID_CAUSES))),
    saidBy: described('Email address of who says so; null: nobody.', nullable(Type.String())),
    importedBy: described('Email address of who brought it in.', Type.String()),
    createdAtDateTime: described('When it was brought in.', Timestamp),
  },
  open,
);
export type BankLine = Static<typeof BankLine>;

export const bankLines = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-lines',
  summary: 'Lines of the bank; those that nobody knows unless a statement is asked for',
  query: Type.Object(
    {
      ...cursor,
      statement: described(
        'Only those of this statement, whatever they are. Unset: all that nobody knows.',
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
    'What a line is that nobody knows: one says so, and another, who did not bring it in either, confirms that very thing',
  params,
  body: Type.Object(
    {
      decision: described('What is said or confirmed.', Type.Enum(['SAY', 'CONFIRM'])),
      cause: described('FEE: of the bank. CAPITAL: our own money.', Type.Enum(SAID_CAUSES)),
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
    at: described('When it was counted.', Timestamp),
    closing: term('Toman at the bank after the last statements.'),
    books: term('Toman that lies at the bank by the books.'),
    openings: term('Toman before the first statements.'),
    settlements: term('Toman of settlements of gateways.'),
    fees: term('Toman of fees of the bank; negative.'),
    capital: term('Toman of our own money.'),
    unexplained: term('Toman of lines that nobody knows.'),
    unbookedDeposits: term('Toman of lines of deposits that are not in the books yet.'),
    unseenDeposits: term('Toman of deposits in the books that no statement has; taken off.'),
    unseenReturns: term('Toman of deposits that the books gave back and no statement has.'),
    unseenPayouts: term('Toman of withdrawals that the books have as paid and no statement has.'),
    unbookedPayouts: term('Toman of withdrawals with a line that the books do not have as paid; taken off.'),
    payoutsBack: term('Toman of withdrawals that came back and that the books have as paid.'),
    fractions: term('Toman of fractions of a Rial, which no bank pays.'),
    difference: term('Toman that is left over; 0: bank and books agree.'),
    differsSince: described('Since when it is not 0; null: it is.', nullable(Timestamp)),
    lateDeposits: described('How many deposits no statement has, though it should by now.', Type.Integer()),
  },
  open,
);
export type BankCheck = Static<typeof BankCheck>;

export const readBankCheck = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/bank-check',
  summary: 'Whether the bank holds what the books say, as it was last counted',
  reply: withBase(nullable(BankCheck)),
});

export const askBankCheck = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/bank-check',
  summary: 'Has it counted anew, in the worker, in a moment',
  reply: success({}),
});
