/** The back office. Every endpoint requires a session confirmed within the hour; each view of a user is audited. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import {
  CONFIRMED,
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  nullable,
  open,
  pageQuery,
  STAFF_ROLES,
  success,
  Timestamp,
  TimestampInput,
  withBase,
  withContent,
} from './endpoint.ts';
import { AUTHENTICATION_TYPES } from './identity.ts';
import { API_LEVELS } from './program-keys.ts';
import { InviteStats } from './referral.ts';
import { Order } from './trading.ts';
import {
  Account,
  COMPANY_REFUSAL_REASONS,
  CompanyApplication,
  CUSTOMER_KINDS,
  DOCUMENT_KINDS,
  REFUSAL_REASONS,
} from './verification.ts';
import { DepositRow } from './wallet.ts';
import { WithdrawalRow } from './withdrawal.ts';

const staff = { access: 'staff', rate: 'write' } as const;
const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
const reason = described(
  "Why the person's data is looked at; goes to the audit log.",
  Type.String({ minLength: 3, maxLength: 200 }),
);

export const REVIEW_DECISIONS = ['APPROVE', 'REFUSE'] as const;

export const backofficeDocument = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/openapi',
  rate: 'read',
  summary: 'This document: what staff may call, as OpenAPI 3.1',
  reply: Type.Unknown(),
});

export const backofficeOverview = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/me',
  summary: 'The staff member and what waits',
  reply: withBase(
    Type.Object(
      {
        roles: described("The caller's roles.", Type.Array(Type.Enum(STAFF_ROLES))),
        waiting: described(
          'How much waits for someone of the staff.',
          Type.Object(
            {
              reviews: described('Reviews of people and companies.', Type.Integer()),
              recoveries: described('Recoveries that wait for a second person.', Type.Integer()),
              tickets: described('Tickets without an answer.', Type.Integer()),
              withdrawals: described('Withdrawals in review.', Type.Integer()),
              payouts: described('Payouts of Toman that the bank has yet to take or to pay.', Type.Integer()),
              unclaimed: described('Deposits that were credited to nobody.', Type.Integer()),
              bankDeposits: described('Bank deposits that match nobody.', Type.Integer()),
              gatewaySettlements: described('Settlements of gateways that are open.', Type.Integer()),
              suspendedPayments: described(
                'Payments that were paid and not credited, of which somebody has to decide.',
                Type.Integer(),
              ),
              alarms: described('Alarms that nobody has acknowledged.', Type.Integer()),
              refunds: described('Refunds that wait for a second person.', Type.Integer()),
              coinChanges: described('Of rows of business, for a second admin.', Type.Integer()),
              limitChanges: described('Changes of rows that wait for a second admin.', Type.Integer()),
            },
            open,
          ),
        ),
      },
      open,
    ),
  ),
});

const personRow = {
  id: described("The person's id.", Type.String()),
  name: described('First and last name; empty before the account says them.', Type.String()),
  email: described('Masked.', Type.String()),
  customerKind: described('REAL: a person. COMPANY: a company.', nullable(Type.Enum(CUSTOMER_KINDS))),
  countryName: described('Name of the country in English, as in the list of countries.', Type.String()),
  authenticationType: described(
    "How far the person's verification has come.",
    Type.Enum(AUTHENTICATION_TYPES),
  ),
  submittedAtDateTime: described(
    'Of someone who was searched for and never submitted: since when they are here.',
    Timestamp,
  ),
};

export const ReviewRow = Type.Object(
  {
    ...personRow,
    asks: described(
      'To be verified, or for a company account; who asks for both stands there twice.',
      Type.Enum(['VERIFICATION', 'COMPANY']),
    ),
  },
  open,
);
export type ReviewRow = Static<typeof ReviewRow>;

export const reviews = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reviews',
  roles: ['kyc'],
  summary: 'Who waits for a decision, longest first',
  query: Type.Object(
    {
      ...pageQuery,
      state: described(
        'Which queue: PENDING (new people), INFORMATION_CHANGED_PENDING (changed data) or COMPANY. Unset: all.',
        Type.Optional(Type.Enum(['PENDING', 'INFORMATION_CHANGED_PENDING', 'COMPANY'])),
      ),
    },
    open,
  ),
  reply: withContent(ReviewRow),
});

export const PersonRow = Type.Object(
  {
    ...personRow,
    level: described('The level of accounts.', Type.Enum(USER_LEVELS)),
    blocked: described('Whether the person is blocked.', Type.Boolean()),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type PersonRow = Static<typeof PersonRow>;

export const findPeople = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/people',
  roles: ['support', 'kyc', 'treasury'],
  summary:
    'By exact email, mobile or id, at most one; or (kyc) all whom at least one filter fits, newest first',
  query: Type.Object(
    {
      query: described(
        'What the person is searched by.',
        Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      ),
      state: described(
        'Only people in this state of verification.',
        Type.Optional(Type.Enum(AUTHENTICATION_TYPES)),
      ),
      level: described('The level of accounts.', Type.Optional(Type.Enum(USER_LEVELS))),
      kind: described('Only people (REAL) or companies (COMPANY).', Type.Optional(Type.Enum(CUSTOMER_KINDS))),
      country: described(
        'People of this country alone, by its English name.',
        Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      ),
      blocked: described('People who are blocked, or who are not.', Type.Optional(Type.Boolean())),
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described('What the answer before gave as nextCursor.', pageQuery.cursor),
    },
    open,
  ),
  reply: withContent(PersonRow),
});

export const PROVIDER_CHECKS = ['SHAHKAR', 'IDENTITY', 'CARD', 'IBAN'] as const;
export const ProviderCheck = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    check: described(
      "SHAHKAR: mobile and national code; IDENTITY: name and birthday; CARD, IBAN: the bank's owner.",
      Type.Enum(PROVIDER_CHECKS),
    ),
    bankAccountId: described(
      'Id of the bank account that was checked; null: none was.',
      nullable(Type.String()),
    ),
    provider: described('Who was asked.', Type.String()),
    outcome: described(
      'What the provider answered.',
      Type.Enum(['MATCH', 'MISMATCH', 'NO_RECORD', 'INVALID', 'UNAVAILABLE']),
    ),
    detail: described(
      "What the provider said that a person can judge: owner's name, similarity.",
      Type.String(),
    ),
    checkedAtDateTime: described('When it was asked.', Timestamp),
  },
  open,
);
export type ProviderCheck = Static<typeof ProviderCheck>;

export const PersonEvent = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    action: described('What was done.', Type.String()),
    actor: described('Email of the staff member; empty when the person did it.', Type.String()),
    detail: described('The particulars of it.', Type.String()),
    at: described('When.', Timestamp),
  },
  open,
);
export type PersonEvent = Static<typeof PersonEvent>;

const Limits = Type.Object(
  {
    perDay: described('Value a day in Toman.', DecimalText),
    perMonth: described('Value a month in Toman.', DecimalText),
  },
  open,
);

export const PersonMoney = described(
  'What a person has and did here, in figures. Amounts without an asset are Toman.',
  Type.Object(
    {
      level: described('The level of accounts.', Type.Enum(USER_LEVELS)),
      apiLevel: described(
        'How often their programs may call; MARKET_MAKER: ten times as often.',
        Type.Enum(API_LEVELS),
      ),
      volume: described('Volume of three months, Toman.', DecimalText),
      next: described(
        'The next level; null: there is none above, or SUPERVISOR.',
        nullable(
          Type.Object(
            {
              level: described('The level of accounts.', Type.Enum(USER_LEVELS)),
              from: described('Where the level begins, Toman of three months.', DecimalText),
              percent: described('How far the volume has come, 0 to 99.', Type.Integer()),
            },
            open,
          ),
        ),
      ),
      limits: described(
        'What may leave in 24 hours and 30 days.',
        Type.Object(
          {
            level: described('The level of accounts.', Limits),
            left: described('What may still leave.', Limits),
            own: described(
              "Instead of the level's; also one whose time is over.",
              nullable(
                Type.Object(
                  {
                    ...Limits.properties,
                    until: described('Until when they hold.', Timestamp),
                    reason: described('Why they were set, as staff wrote.', Type.String()),
                    setBy: described('Email of the staff member.', Type.String()),
                    setAt: described('When they were set.', Timestamp),
                  },
                  open,
                ),
              ),
            ),
          },
          open,
        ),
      ),
      invites: described(
        'Who invited the person, and whom they invited.',
        Type.Object(
          {
            inviter: described(
              'Email is masked.',
              nullable(
                Type.Object(
                  {
                    id: described('The id that other calls name it by.', Type.String()),
                    name: described('First and last name.', Type.String()),
                    email: described('Email address.', Type.String()),
                  },
                  open,
                ),
              ),
            ),
            count: described('How many.', Type.Integer()),
            profit: described('What invitees have brought so far, Toman.', DecimalText),
            credits: described('What was earned in each currency.', InviteStats.properties.credits),
          },
          open,
        ),
      ),
      wallets: described(
        'Those with something in them.',
        Type.Array(
          Type.Object(
            {
              asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
              spendable: described('What its owner may use now, in the asset.', DecimalText),
              blocked: described('What is blocked in all, in the asset.', DecimalText),
              leaving: described('Blocked by withdrawals, in the asset.', DecimalText),
              frozen: described('Frozen by court order, in the asset.', DecimalText),
              inOrders: described('Blocked by open orders, in the asset.', DecimalText),
              tomanValue: described(
                'Value of all of it in Toman; null: no price now.',
                nullable(DecimalText),
              ),
            },
            open,
          ),
        ),
      ),
      orders: described('The newest ten orders.', Type.Array(Order)),
      deposits: described('The newest ten deposits.', Type.Array(DepositRow)),
      withdrawals: described('The newest ten withdrawals.', Type.Array(WithdrawalRow)),
    },
    open,
  ),
);
export type PersonMoney = Static<typeof PersonMoney>;

export const PersonFile = Type.Object(
  {
    account: described('National code in full here; cards and Shebas stay masked.', Account),
    blocked: described(
      'Since when the person is blocked, and why; null: they are not.',
      nullable(
        Type.Object(
          {
            at: described('When.', Timestamp),
            reason: described('Why the person was blocked, as staff wrote.', Type.String()),
          },
          open,
        ),
      ),
    ),
    createdAtDateTime: described('When it was made.', Timestamp),
    submittedAtDateTime: described('When it was submitted.', nullable(Timestamp)),
    checks: described('What providers were asked about the person.', Type.Array(ProviderCheck)),
    companyApplication: described(
      'The newest request for a company account; null: none, or the caller reviews nobody.',
      nullable(CompanyApplication),
    ),
    money: described('Balances, limits and what moved.', PersonMoney),
    events: described('The newest fifty of the audit log about this person.', Type.Array(PersonEvent)),
  },
  open,
);
export type PersonFile = Static<typeof PersonFile>;

export const readPerson = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/people/:id',
  roles: ['support', 'kyc', 'treasury'],
  summary: "The person's data; support sees no national code, birthday, address or document",
  params,
  query: Type.Object({ reason }, open),
  reply: withBase(PersonFile),
  errors: ['NOT_FOUND'],
});

export const staffDocument = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/people/:id/documents/:kind',
  roles: ['kyc'],
  summary: 'The bytes of a document (image/jpeg)',
  params: Type.Object(
    {
      id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })),
      kind: described('Which of the documents.', Type.Enum(DOCUMENT_KINDS)),
    },
    open,
  ),
  query: Type.Object({ reason }, open),
  media: ['image/jpeg'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const runCheck = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/checks',
  roles: ['kyc'],
  summary: 'Asks the provider once more',
  params,
  body: Type.Object(
    {
      check: described('Which check is made.', Type.Enum(PROVIDER_CHECKS)),
      bankAccountId: described(
        'Id of the bank account that is checked.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
    },
    open,
  ),
  reply: withBase(ProviderCheck),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const decideReview = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/decision',
  roles: ['kyc'],
  summary: 'Approves or refuses; the person is told',
  params,
  body: Type.Object(
    {
      decision: described('What is decided.', Type.Enum(REVIEW_DECISIONS)),
      reasons: described(
        'Why it is refused.',
        Type.Optional(Type.Array(Type.Enum(REFUSAL_REASONS), { maxItems: 13 })),
      ),
      note: described('A note for colleagues.', Type.Optional(Type.String({ maxLength: 500 }))),
    },
    open,
  ),
  reply: success({}),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'USER_IDENTITY_DATA',
    'ShebaCode or CardNumber Is For Another User',
  ],
});

export const decideCompanyApplication = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/company-applications/:id/decision',
  roles: ['kyc'],
  summary: 'Makes the account a company’s, or refuses; the person is told',
  params,
  body: Type.Object(
    {
      decision: described('What is decided.', Type.Enum(REVIEW_DECISIONS)),
      version: described('Of the request as it was read.', Type.Integer({ minimum: 1 })),
      reasons: described(
        'Why it is refused.',
        Type.Optional(
          Type.Array(Type.Enum(COMPANY_REFUSAL_REASONS), { maxItems: COMPANY_REFUSAL_REASONS.length }),
        ),
      ),
      note: described('A note for colleagues.', Type.Optional(Type.String({ maxLength: 500 }))),
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'USER_IDENTITY_DATA'],
});

export const StaffReason = Type.Object({ reason }, open);

export const blockPerson = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/block',
  roles: ['support', 'kyc'],
  summary: 'Ends all sessions at once; nobody gets in until unblocked',
  params,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const unblockPerson = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/unblock',
  roles: ['kyc'],
  summary: 'Lets the person in again',
  params,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const thawPerson = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/thaw',
  roles: ['kyc'],
  summary: 'Lifts what froze the account, for a person who was identified; they are told',
  params,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setSupervisor = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/supervisor',
  roles: ['admin'],
  confirmedWithin: CONFIRMED,
  summary: 'Makes a person a market maker, or lets their trades say their level again; the person is told',
  params,
  body: Type.Object(
    {
      supervisor: described('Whether the person is a market maker from now on.', Type.Boolean()),
      reason: described('Why it is done; goes to the audit log.', reason),
    },
    open,
  ),
  reply: success({ level: described('The level of accounts.', Type.Enum(USER_LEVELS)) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setApiLevel = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/api-level',
  roles: ['admin'],
  confirmedWithin: CONFIRMED,
  summary: 'How often the programs of a person may call; the person is told',
  params,
  body: Type.Object(
    {
      level: described('STANDARD, or MARKET_MAKER: ten times as often.', Type.Enum(API_LEVELS)),
      reason: described('Why it is done; goes to the audit log.', reason),
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setOwnLimits = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/limits',
  roles: ['treasury'],
  confirmedWithin: CONFIRMED,
  summary: 'Withdrawal limits of one person until a day; only an admin may let out more than before',
  params,
  body: Type.Object(
    {
      limits: described(
        "Toman in 24 hours and 30 days; null: the level's again.",
        nullable(
          Type.Object(
            {
              perDay: described('Value a day in Toman.', DecimalInput),
              perMonth: described('Value a month in Toman.', DecimalInput),
              until: described('Until when they hold.', TimestampInput),
            },
            open,
          ),
        ),
      ),
      shownSetAt: described('Of those that were shown; null: there were none.', nullable(TimestampInput)),
      reason: described('Why it is done; goes to the audit log.', reason),
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'ADMIN_NEEDED', 'UNACCEPTABLE_AMOUNT'],
});

// ── Recovery after loss of phone or mailbox ─────────────────────────────────────────────────────

export const RECOVERY_KINDS = ['LOST_SECOND_FACTOR', 'LOST_MAILBOX'] as const;

export const RECOVERY_STATES = ['OPEN', 'CONFIRMED', 'CANCELLED'] as const;
export const Recovery = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    personId: described('Whose account is recovered.', Type.String()),
    name: described('First and last name of its owner.', Type.String()),
    email: described('Masked.', Type.String()),
    kind: described('What was lost: the second factor, or the mailbox.', Type.Enum(RECOVERY_KINDS)),
    newEmail: described('Masked; empty for a lost second factor.', Type.String()),
    evidence: described('What proved who the person is.', Type.String()),
    state: described(
      'OPEN: waits for a second person. CONFIRMED, CANCELLED: over.',
      Type.Enum(RECOVERY_STATES),
    ),
    startedBy: described('Email address of who began it.', Type.String()),
    own: described("Whether the caller started it, and so can't confirm it.", Type.Boolean()),
    decidedBy: described('Email address of who decided; empty until then.', Type.String()),
    createdAtDateTime: described('When it was made.', Timestamp),
    decidedAtDateTime: described('When staff decided; null until then.', nullable(Timestamp)),
  },
  open,
);
export type Recovery = Static<typeof Recovery>;

export const recoveries = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/recoveries',
  roles: ['kyc'],
  summary: 'Newest first',
  query: Type.Object(
    {
      ...pageQuery,
      state: described('Only those in this state. Unset: all.', Type.Optional(Type.Enum(RECOVERY_STATES))),
    },
    open,
  ),
  reply: withContent(Recovery),
});

export const startRecovery = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/recoveries',
  roles: ['kyc'],
  summary: 'First half of a re-identification; the person is told at every address known',
  params,
  body: Type.Object(
    {
      kind: described('What was lost: the second factor, or the mailbox.', Type.Enum(RECOVERY_KINDS)),
      newEmail: described(
        'The address the account has from then on.',
        Type.Optional(Type.String({ maxLength: 254 })),
      ),
      evidence: described('How the person was identified.', Type.String({ minLength: 10, maxLength: 1000 })),
    },
    open,
  ),
  reply: withBase(Recovery),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'Invalid Email', 'username exist'],
});

export const confirmRecovery = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/recoveries/:id/confirm',
  roles: ['kyc'],
  summary:
    'Second half, by someone else: two-step back to email (or the new address), sessions end, 72 h hold',
  params,
  body: Type.Object({}, open),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'username exist'],
});

export const cancelRecovery = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/recoveries/:id/cancel',
  roles: ['kyc'],
  summary: 'Gives it up',
  params,
  body: Type.Object({}, open),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const AuditEntry = Type.Object(
  {
    id: described("The entry's number, as text.", Type.String()),
    at: described('When.', Timestamp),
    actor: described('Email address of who did it.', Type.String()),
    action: described('What was done.', Type.String()),
    subject: described('The person it is about: masked email; empty for none.', Type.String()),
    detail: described('The particulars of it.', Type.String()),
  },
  open,
);
export type AuditEntry = Static<typeof AuditEntry>;

export const auditLog = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/audit',
  roles: ['admin'],
  summary: 'The hash-chained log, newest first',
  query: Type.Object(
    {
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described(
        'What the answer before gave as nextCursor.',
        Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
      ),
    },
    open,
  ),
  reply: withContent(AuditEntry),
});
