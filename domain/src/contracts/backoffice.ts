/** The staff desk. Every endpoint needs a session confirmed within the hour; each look at a person is audited. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import {
  CONFIRMED,
  DecimalInput,
  DecimalText,
  endpoint,
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
const params = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);
/** Why the person's data is looked at; goes to the audit log. */
const reason = Type.String({ minLength: 3, maxLength: 200 });

export const desk = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/me',
  summary: 'The staff member and what waits',
  reply: withBase(
    Type.Object(
      {
        roles: Type.Array(Type.Enum(STAFF_ROLES)),
        waiting: Type.Object(
          {
            reviews: Type.Integer(),
            recoveries: Type.Integer(),
            tickets: Type.Integer(),
            withdrawals: Type.Integer(),
            unclaimed: Type.Integer(),
            bankDeposits: Type.Integer(),
            refunds: Type.Integer(),
            /** Of rows of business, for a second admin. */
            coinChanges: Type.Integer(),
            limitChanges: Type.Integer(),
          },
          open,
        ),
      },
      open,
    ),
  ),
});

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const personRow = {
  /** The person's id. */
  id: Type.String(),
  name: Type.String(),
  /** Masked. */
  email: Type.String(),
  customerKind: nullable(Type.Enum(CUSTOMER_KINDS)),
  countryName: Type.String(),
  authenticationType: Type.Enum(AUTHENTICATION_TYPES),
  /** Of somebody who was searched for and never submitted: since when they are here. */
  submittedAtDateTime: Timestamp,
};

export const ReviewRow = Type.Object(
  {
    ...personRow,
    /** To be verified, or for a company account; who asks for both stands there twice. */
    asks: Type.Enum(['VERIFICATION', 'COMPANY']),
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
    { ...pageQuery, state: Type.Optional(Type.Enum(['PENDING', 'INFORMATION_CHANGED_PENDING', 'COMPANY'])) },
    open,
  ),
  reply: withContent(ReviewRow),
});

export const DeskPerson = Type.Object(
  {
    ...personRow,
    level: Type.Enum(USER_LEVELS),
    blocked: Type.Boolean(),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type DeskPerson = Static<typeof DeskPerson>;

export const findPeople = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/people',
  roles: ['support', 'kyc', 'treasury'],
  summary:
    'By exact e-mail, mobile or id, at most one; or (kyc) all whom at least one filter fits, newest first',
  query: Type.Object(
    {
      query: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      state: Type.Optional(Type.Enum(AUTHENTICATION_TYPES)),
      level: Type.Optional(Type.Enum(USER_LEVELS)),
      kind: Type.Optional(Type.Enum(CUSTOMER_KINDS)),
      country: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      blocked: Type.Optional(Type.Boolean()),
      size: pageQuery.size,
      cursor: pageQuery.cursor,
    },
    open,
  ),
  reply: withContent(DeskPerson),
});

export const ProviderCheck = Type.Object(
  {
    id: Type.String(),
    /** SHAHKAR: mobile and national code; IDENTITY: name and birthday; CARD, IBAN: the bank's owner. */
    check: Type.Enum(['SHAHKAR', 'IDENTITY', 'CARD', 'IBAN']),
    bankAccountId: nullable(Type.String()),
    provider: Type.String(),
    outcome: Type.Enum(['MATCH', 'MISMATCH', 'NO_RECORD', 'INVALID', 'UNAVAILABLE']),
    /** What the provider said that a person can judge: owner's name, similarity. */
    detail: Type.String(),
    checkedAtDateTime: Timestamp,
  },
  open,
);
export type ProviderCheck = Static<typeof ProviderCheck>;

export const PersonEvent = Type.Object(
  {
    id: Type.String(),
    action: Type.String(),
    /** E-mail of the staff member; empty when the person did it. */
    actor: Type.String(),
    detail: Type.String(),
    at: Timestamp,
  },
  open,
);
export type PersonEvent = Static<typeof PersonEvent>;

const Limits = Type.Object({ perDay: DecimalText, perMonth: DecimalText }, open);

/** What a person is worth to the house, and the house to them. Amounts without an asset are Toman. */
export const PersonMoney = Type.Object(
  {
    level: Type.Enum(USER_LEVELS),
    /** Of three months, and from where the next level begins; null: there is none above, or SUPERVISOR. */
    volume: DecimalText,
    next: nullable(
      Type.Object(
        {
          level: Type.Enum(USER_LEVELS),
          from: DecimalText,
          /** How far the volume has come, 0 to 99. */
          percent: Type.Integer(),
        },
        open,
      ),
    ),
    /** What may leave in 24 hours and 30 days. */
    limits: Type.Object(
      {
        level: Limits,
        left: Limits,
        /** Instead of the level's; also one whose time is over. */
        own: nullable(
          Type.Object(
            {
              ...Limits.properties,
              until: Timestamp,
              reason: Type.String(),
              /** E-mail of the staff member. */
              setBy: Type.String(),
              setAt: Timestamp,
            },
            open,
          ),
        ),
      },
      open,
    ),
    invites: Type.Object(
      {
        /** E-mail is masked. */
        inviter: nullable(
          Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }, open),
        ),
        count: Type.Integer(),
        profit: DecimalText,
        credits: InviteStats.properties.credits,
      },
      open,
    ),
    /** Those with something in them. */
    wallets: Type.Array(
      Type.Object(
        {
          asset: Type.String(),
          spendable: DecimalText,
          /** What is blocked, and for what: on its way out, by court order, for open orders. */
          blocked: DecimalText,
          leaving: DecimalText,
          frozen: DecimalText,
          inOrders: DecimalText,
          tomanValue: nullable(DecimalText),
        },
        open,
      ),
    ),
    /** The newest ten of each. */
    orders: Type.Array(Order),
    deposits: Type.Array(DepositRow),
    withdrawals: Type.Array(WithdrawalRow),
  },
  open,
);
export type PersonMoney = Static<typeof PersonMoney>;

export const PersonFile = Type.Object(
  {
    /** National code in full here; cards and Shebas stay masked. */
    account: Account,
    blocked: nullable(Type.Object({ at: Timestamp, reason: Type.String() }, open)),
    createdAtDateTime: Timestamp,
    submittedAtDateTime: nullable(Timestamp),
    checks: Type.Array(ProviderCheck),
    /** The newest request for a company account; null: none, or the caller reviews nobody. */
    companyApplication: nullable(CompanyApplication),
    money: PersonMoney,
    /** The newest fifty of the audit log about this person. */
    events: Type.Array(PersonEvent),
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
  params: Type.Object({ id: Type.String({ maxLength: 40 }), kind: Type.Enum(DOCUMENT_KINDS) }, open),
  query: Type.Object({ reason }, open),
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
      check: Type.Enum(['SHAHKAR', 'IDENTITY', 'CARD', 'IBAN']),
      bankAccountId: Type.Optional(Type.String({ maxLength: 40 })),
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
      decision: Type.Enum(['APPROVE', 'REFUSE']),
      reasons: Type.Optional(Type.Array(Type.Enum(REFUSAL_REASONS), { maxItems: 13 })),
      note: Type.Optional(Type.String({ maxLength: 500 })),
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
      decision: Type.Enum(['APPROVE', 'REFUSE']),
      /** Of the request as it was read. */
      version: Type.Integer({ minimum: 1 }),
      reasons: Type.Optional(
        Type.Array(Type.Enum(COMPANY_REFUSAL_REASONS), { maxItems: COMPANY_REFUSAL_REASONS.length }),
      ),
      note: Type.Optional(Type.String({ maxLength: 500 })),
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'USER_IDENTITY_DATA'],
});

const because = Type.Object({ reason }, open);

export const blockPerson = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/block',
  roles: ['support', 'kyc'],
  summary: 'Ends all sessions at once; nobody gets in until unblocked',
  params,
  body: because,
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
  body: because,
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
  body: Type.Object({ supervisor: Type.Boolean(), reason }, open),
  reply: success({ level: Type.Enum(USER_LEVELS) }),
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
      /** Toman in 24 hours and 30 days; null: the level's again. */
      limits: nullable(
        Type.Object({ perDay: DecimalInput, perMonth: DecimalInput, until: TimestampInput }, open),
      ),
      /** Of those that were shown; null: there were none. */
      shownSetAt: nullable(TimestampInput),
      reason,
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'ADMIN_NEEDED', 'UNACCEPTABLE_AMOUNT'],
});

// ── Help for who lost the phone or the mailbox ──────────────────────────────────────────────────

export const RECOVERY_KINDS = ['LOST_SECOND_FACTOR', 'LOST_MAILBOX'] as const;

export const Recovery = Type.Object(
  {
    id: Type.String(),
    personId: Type.String(),
    name: Type.String(),
    /** Masked. */
    email: Type.String(),
    kind: Type.Enum(RECOVERY_KINDS),
    /** Masked; empty for a lost second factor. */
    newEmail: Type.String(),
    evidence: Type.String(),
    state: Type.Enum(['OPEN', 'CONFIRMED', 'CANCELLED']),
    startedBy: Type.String(),
    /** Whether the caller started it, and so can't confirm it. */
    own: Type.Boolean(),
    decidedBy: Type.String(),
    createdAtDateTime: Timestamp,
    decidedAtDateTime: nullable(Timestamp),
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
    { ...pageQuery, state: Type.Optional(Type.Enum(['OPEN', 'CONFIRMED', 'CANCELLED'])) },
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
      kind: Type.Enum(RECOVERY_KINDS),
      newEmail: Type.Optional(Type.String({ maxLength: 254 })),
      /** How the person was identified. */
      evidence: Type.String({ minLength: 10, maxLength: 1000 }),
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
    'Second half, by somebody else: two-step back to e-mail (or the new address), sessions end, 72 h hold',
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
    /** The entry's number, as text. */
    id: Type.String(),
    at: Timestamp,
    actor: Type.String(),
    action: Type.String(),
    /** The person it is about: masked e-mail; empty for none. */
    subject: Type.String(),
    detail: Type.String(),
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
    { size: pageQuery.size, cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) },
    open,
  ),
  reply: withContent(AuditEntry),
});
