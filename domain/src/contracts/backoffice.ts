/** The back office. Every endpoint requires a session confirmed within the hour; each view of a user is audited. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint, MAX_CONFIRMATION_AGE_S, STAFF_ROLES } from './endpoint.ts';
import {
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
  pageQuery,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';
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

const reason = text("Reason for viewing the user's data. Written to the audit log.", {
  minLength: 3,
  maxLength: 200,
});

export const REVIEW_DECISIONS = ['APPROVE', 'REFUSE'] as const;

export const backofficeDocument = endpoint('GET', '/backoffice/openapi', {
  ...staff,
  rate: 'read',
  summary: 'Returns this document, the staff API as OpenAPI 3.1',
  reply: Type.Unknown(),
});

export const backofficeOverview = endpoint('GET', '/backoffice/me', {
  ...staff,
  summary: "Returns the calling staff member's roles and the number of items waiting",
  reply: itemReply({
    roles: list("The caller's roles.", Type.Enum(STAFF_ROLES)),
    waiting: described('Number of items waiting for staff, by queue.', {
      reviews: integer('Reviews of people and companies.'),
      recoveries: integer('Account recoveries waiting for a second staff member.'),
      tickets: integer('Unanswered tickets.'),
      withdrawals: integer('Withdrawals in review.'),
      payouts: integer('Toman payout batches that are not sent to the bank or not paid yet.'),
      unclaimed: integer('Coin deposits that are not credited to any user.'),
      bankDeposits: integer('Bank deposits without a matching user.'),
      gatewaySettlements: integer('Open gateway settlements.'),
      suspendedPayments: integer('Payments that were paid and not credited, and wait for a decision.'),
      alarms: integer('Unacknowledged alarms.'),
      refunds: integer('Refunds waiting for a second staff member.'),
      coinChanges: integer(
        'Changes of coins, networks, markets, quotes and banks waiting for a second admin.',
      ),
      limitChanges: integer(
        'Changes of all other business rows, such as levels and limits, waiting for a second admin.',
      ),
    }),
  }),
});

const personRow = {
  id: text('Id of the user.'),
  name: text('First and last name. Empty until the account has one.'),
  email: text('Masked email address.'),
  customerKind: nullable('REAL: a person. COMPANY: a company.', Type.Enum(CUSTOMER_KINDS)),
  countryName: text('English name of the country, as in the list of countries.'),
  authenticationType: oneOf("State of the user's verification.", AUTHENTICATION_TYPES),
  submittedAtDateTime: time(
    'Time of the submission; for search results that never submitted anything, time of the sign-up.',
  ),
};

export const ReviewRow = object({
  ...personRow,
  asks: oneOf(
    'VERIFICATION: a verification. COMPANY: a company account. A user who requests both is listed twice.',
    ['VERIFICATION', 'COMPANY'],
  ),
});
export type ReviewRow = Static<typeof ReviewRow>;

export const reviews = endpoint('GET', '/backoffice/reviews', {
  ...staff,
  roles: ['kyc'],
  summary:
    'Lists users whose verification or company application waits for a decision, longest waiting first',
  query: object({
    ...pageQuery,
    state: optional(
      'Queue: PENDING (new users), INFORMATION_CHANGED_PENDING (changed data) or COMPANY (company applications). Default: all.',
      Type.Enum(['PENDING', 'INFORMATION_CHANGED_PENDING', 'COMPANY']),
    ),
  }),
  reply: listReply(ReviewRow),
});

export const PersonRow = object({
  ...personRow,
  level: oneOf('Fee level of the account.', USER_LEVELS),
  blocked: flag('Whether the account is blocked by staff.'),
  createdAtDateTime: time('Time of the sign-up.'),
});
export type PersonRow = Static<typeof PersonRow>;

export const findPeople = endpoint('GET', '/backoffice/people', {
  ...staff,
  roles: ['support', 'kyc', 'treasury'],
  summary:
    'Finds at most one user by exact email, mobile number or id; or (role kyc) lists the users matching at least one filter, newest first',
  query: object({
    query: optional(
      'Exact email address, mobile number or id of the user.',
      Type.String({ minLength: 3, maxLength: 254 }),
    ),
    state: optional('Returns only users in this state of verification.', Type.Enum(AUTHENTICATION_TYPES)),
    level: optional('Returns only users with this fee level.', Type.Enum(USER_LEVELS)),
    kind: optional('Returns only people (REAL) or companies (COMPANY).', Type.Enum(CUSTOMER_KINDS)),
    country: optional(
      'Returns only users of this country, given by its English name.',
      Type.String({ minLength: 1, maxLength: 100 }),
    ),
    blocked: optional('Returns only users who are blocked (true) or not blocked (false).', Type.Boolean()),
    size: described('Number of entries to return.', pageQuery.size),
    cursor: described('The `nextCursor` of the previous reply.', pageQuery.cursor),
  }),
  reply: listReply(PersonRow),
});

export const PROVIDER_CHECKS = ['SHAHKAR', 'IDENTITY', 'CARD', 'IBAN'] as const;
export const ProviderCheck = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  check: oneOf(
    'SHAHKAR: mobile number and national code. IDENTITY: name and birthday. CARD: owner of the card, as recorded by the bank. IBAN: owner of the Sheba, as recorded by the bank.',
    PROVIDER_CHECKS,
  ),
  bankAccountId: nullable(
    'Id of the checked bank account. Null if the check is not about one.',
    Type.String(),
  ),
  provider: text('Provider that ran the check.'),
  outcome: oneOf('Result reported by the provider.', [
    'MATCH',
    'MISMATCH',
    'NO_RECORD',
    'INVALID',
    'UNAVAILABLE',
  ]),
  detail: text("Details from the provider for staff to assess: the owner's name, the similarity."),
  checkedAtDateTime: time('Time of the check.'),
});
export type ProviderCheck = Static<typeof ProviderCheck>;

export const PersonEvent = object({
  id: text('Unique id of the event.'),
  action: text('Action performed.'),
  actor: text('Email address of the staff member. Empty if the user performed the action.'),
  detail: text('Details of the action.'),
  at: time('Time of the action.'),
});
export type PersonEvent = Static<typeof PersonEvent>;

const Limits = object({
  perDay: decimal('Limit per day, in Toman.'),
  perMonth: decimal('Limit per month, in Toman.'),
});

export const PersonMoney = described(
  'Balances, limits and recent activity of a user. Amounts without an asset are in Toman.',
  {
    level: oneOf('Fee level of the account.', USER_LEVELS),
    apiLevel: oneOf(
      "Rate limit of the user's programs. MARKET_MAKER: ten times the standard limit.",
      API_LEVELS,
    ),
    volume: decimal('Trading volume of three months, in Toman.'),
    next: nullable('Next fee level. Null at the highest level and for SUPERVISOR.', {
      level: oneOf('Name of the next fee level.', USER_LEVELS),
      from: decimal('Three-month volume required for the level, in Toman.'),
      percent: integer('Progress of the volume towards the level, in percent, 0 to 99.'),
    }),
    limits: described('Withdrawal limits per 24 hours and per 30 days.', {
      level: described("Limits of the account's level.", Limits),
      left: described('Remaining limits.', Limits),
      own: nullable("Individual limits that replace the level's. Still returned after they expire.", {
        ...Limits.properties,
        until: time('Time at which they expire.'),
        reason: text('Reason for the limits, as written by staff.'),
        setBy: text('Email address of the staff member who set the limits.'),
        setAt: time('Time at which the limits were set.'),
      }),
    }),
    invites: described("Inviter of the user, and the user's invitees.", {
      inviter: nullable('User who invited this user, with a masked email address.', {
        id: text('Id of the inviter.'),
        name: text('First and last name.'),
        email: text('Email address.'),
      }),
      count: integer('Number of invitees.'),
      profit: decimal('Total referral profit so far, in Toman.'),
      credits: described('Referral rewards earned in each currency.', InviteStats.properties.credits),
    }),
    wallets: list('Wallets that are not empty.', {
      asset: text('Asset code; TOMAN for Toman.'),
      spendable: decimal('Spendable balance, in the asset.'),
      blocked: decimal('Total blocked balance, in the asset.'),
      leaving: decimal('Amount blocked by withdrawals, in the asset.'),
      frozen: decimal('Amount frozen by court order, in the asset.'),
      inOrders: decimal('Amount blocked by open orders, in the asset.'),
      tomanValue: nullable(
        'Value of the whole balance in Toman. Null if there is no current price.',
        DecimalText,
      ),
    }),
    orders: list('Latest ten orders.', Order),
    deposits: list('Latest ten deposits.', DepositRow),
    withdrawals: list('Latest ten withdrawals.', WithdrawalRow),
  },
);
export type PersonMoney = Static<typeof PersonMoney>;

export const PersonDetail = object({
  account: described(
    'Account data, with the full national code; card numbers and Shebas are masked.',
    Account,
  ),
  blocked: nullable('Time and reason of the block. Null if the user is not blocked.', {
    at: time('Time of the block.'),
    reason: text('Reason for the block, as written by staff.'),
  }),
  createdAtDateTime: time('Time of the sign-up.'),
  submittedAtDateTime: nullable('Time of the submission for verification. Null until then.', Timestamp),
  checks: list('Checks by providers about the user.', ProviderCheck),
  companyApplication: nullable(
    'Latest application for a company account. Null if there is none, or if the caller does not review users.',
    CompanyApplication,
  ),
  money: described('Balances, limits and recent activity.', PersonMoney),
  events: list('Latest 50 audit log entries about the user.', PersonEvent),
});
export type PersonDetail = Static<typeof PersonDetail>;

export const readPerson = endpoint('GET', '/backoffice/people/:id', {
  ...staff,
  roles: ['support', 'kyc', 'treasury'],
  summary: "Returns a user's data; the role support sees no national code, birthday, address or document",
  params: idParams,
  query: object({ reason }),
  reply: itemReply(PersonDetail),
  errors: ['NOT_FOUND'],
});

export const staffDocument = endpoint('GET', '/backoffice/people/:id/documents/:kind', {
  ...staff,
  roles: ['kyc'],
  summary: 'Returns the bytes of a document (image/jpeg)',
  params: object({
    id: text('Id of the user.', { maxLength: 40 }),
    kind: oneOf('Kind of the document.', DOCUMENT_KINDS),
  }),
  query: object({ reason }),
  media: ['image/jpeg'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const runProviderCheck = endpoint('POST', '/backoffice/people/:id/checks', {
  ...staff,
  roles: ['kyc'],
  summary: 'Runs a provider check again',
  params: idParams,
  body: object({
    check: oneOf('Check to run.', PROVIDER_CHECKS),
    bankAccountId: optional('Id of the bank account to check.', Type.String({ maxLength: 40 })),
  }),
  reply: itemReply(ProviderCheck),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const decideReview = endpoint('POST', '/backoffice/people/:id/decision', {
  ...staff,
  roles: ['kyc'],
  summary: 'Approves or refuses a verification and notifies the user',
  params: idParams,
  body: object({
    decision: oneOf('APPROVE: approve the verification. REFUSE: refuse it.', REVIEW_DECISIONS),
    reasons: optional('Reasons for the refusal.', Type.Array(Type.Enum(REFUSAL_REASONS), { maxItems: 13 })),
    note: optional('Internal note for other staff members.', Type.String({ maxLength: 500 })),
  }),
  reply: success({}),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'USER_IDENTITY_DATA',
    'ShebaCode or CardNumber Is For Another User',
  ],
});

export const decideCompanyApplication = endpoint('POST', '/backoffice/company-applications/:id/decision', {
  ...staff,
  roles: ['kyc'],
  summary: 'Approves or refuses a company account and notifies the user',
  params: idParams,
  body: object({
    decision: oneOf(
      'APPROVE: turn the account into a company account. REFUSE: refuse the application.',
      REVIEW_DECISIONS,
    ),
    version: integer('Version of the application, as returned when it was read.', { minimum: 1 }),
    reasons: optional(
      'Reasons for the refusal.',
      Type.Array(Type.Enum(COMPANY_REFUSAL_REASONS), { maxItems: COMPANY_REFUSAL_REASONS.length }),
    ),
    note: optional('Internal note for other staff members.', Type.String({ maxLength: 500 })),
  }),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'USER_IDENTITY_DATA'],
});

export const StaffReason = object({ reason });

export const blockPerson = endpoint('POST', '/backoffice/people/:id/block', {
  ...staff,
  roles: ['support', 'kyc'],
  summary: 'Blocks a user: ends all sessions immediately and refuses log-ins until the user is unblocked',
  params: idParams,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const unblockPerson = endpoint('POST', '/backoffice/people/:id/unblock', {
  ...staff,
  roles: ['kyc'],
  summary: 'Unblocks a user, who can log in again',
  params: idParams,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const thawAccount = endpoint('POST', '/backoffice/people/:id/thaw', {
  ...staff,
  roles: ['kyc'],
  summary: 'Lifts the freeze of an account after its owner was identified, and notifies the user',
  params: idParams,
  body: StaffReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setSupervisor = endpoint('POST', '/backoffice/people/:id/supervisor', {
  ...staff,
  roles: ['admin'],
  confirmedWithin: MAX_CONFIRMATION_AGE_S,
  summary: 'Makes a user a market maker, or restores the level of their trading volume; notifies the user',
  params: idParams,
  body: object({
    supervisor: flag('Whether the user is a market maker.'),
    reason: described('Reason for the change. Written to the audit log.', reason),
  }),
  reply: success({ level: oneOf('New fee level of the account.', USER_LEVELS) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setApiLevel = endpoint('POST', '/backoffice/people/:id/api-level', {
  ...staff,
  roles: ['admin'],
  confirmedWithin: MAX_CONFIRMATION_AGE_S,
  summary: "Sets the rate limit of a user's programs and notifies the user",
  params: idParams,
  body: object({
    level: oneOf('STANDARD: the standard limit. MARKET_MAKER: ten times the standard limit.', API_LEVELS),
    reason: described('Reason for the change. Written to the audit log.', reason),
  }),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setPersonLimits = endpoint('POST', '/backoffice/people/:id/limits', {
  ...staff,
  roles: ['treasury'],
  confirmedWithin: MAX_CONFIRMATION_AGE_S,
  summary: "Sets a user's withdrawal limits until a given time; only an admin may raise them",
  params: idParams,
  body: object({
    limits: nullable("Limits in Toman per 24 hours and per 30 days. Null: restore the level's limits.", {
      perDay: described('Limit per day, in Toman.', DecimalInput),
      perMonth: described('Limit per month, in Toman.', DecimalInput),
      until: described('Time at which they expire.', TimestampInput),
    }),
    shownSetAt: nullable(
      'The `setAt` of the limits on which the change is based. Null if there were none.',
      TimestampInput,
    ),
    reason: described('Reason for the change. Written to the audit log.', reason),
  }),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'ADMIN_NEEDED', 'UNACCEPTABLE_AMOUNT'],
});

// ── Recovery after loss of phone or mailbox ─────────────────────────────────────────────────────

export const RECOVERY_KINDS = ['LOST_SECOND_FACTOR', 'LOST_MAILBOX'] as const;

export const RECOVERY_STATES = ['OPEN', 'CONFIRMED', 'CANCELLED'] as const;
export const Recovery = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  personId: text('Id of the user whose account is recovered.'),
  name: text("First and last name of the account's owner."),
  email: text('Masked email address of the account.'),
  kind: oneOf(
    'LOST_SECOND_FACTOR: access to the second factor is lost. LOST_MAILBOX: access to the mailbox is lost.',
    RECOVERY_KINDS,
  ),
  newEmail: text('Masked new email address. Empty for a lost second factor.'),
  evidence: text("Evidence of the user's identity."),
  state: oneOf(
    'OPEN: waiting for a second staff member. CONFIRMED: completed. CANCELLED: cancelled.',
    RECOVERY_STATES,
  ),
  startedBy: text('Email address of the staff member who started the recovery.'),
  own: flag('Whether the caller started it and therefore cannot confirm it.'),
  decidedBy: text('Email address of the staff member who decided. Empty until then.'),
  createdAtDateTime: time('Time at which the recovery was started.'),
  decidedAtDateTime: nullable('Time of the decision. Null until then.', Timestamp),
});
export type Recovery = Static<typeof Recovery>;

export const recoveries = endpoint('GET', '/backoffice/recoveries', {
  ...staff,
  roles: ['kyc'],
  summary: 'Lists account recoveries, newest first',
  query: object({
    ...pageQuery,
    state: optional('Returns only recoveries in this state. Default: all.', Type.Enum(RECOVERY_STATES)),
  }),
  reply: listReply(Recovery),
});

export const startRecovery = endpoint('POST', '/backoffice/people/:id/recoveries', {
  ...staff,
  roles: ['kyc'],
  summary:
    'Starts an account recovery after identifying the user again; notifies the user at every known address',
  params: idParams,
  body: object({
    kind: oneOf(
      'LOST_SECOND_FACTOR: access to the second factor is lost. LOST_MAILBOX: access to the mailbox is lost.',
      RECOVERY_KINDS,
    ),
    newEmail: optional('New email address of the account.', Type.String({ maxLength: 254 })),
    evidence: text('How the user was identified.', { minLength: 10, maxLength: 1000 }),
  }),
  reply: itemReply(Recovery),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'Invalid Email', 'username exist'],
});

export const confirmRecovery = endpoint('POST', '/backoffice/recoveries/:id/confirm', {
  ...staff,
  roles: ['kyc'],
  summary:
    'Confirms a recovery as a second staff member: resets two-step log-in to email (or to the new address), ends all sessions and holds withdrawals for 72 h',
  params: idParams,
  body: object({}),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'username exist'],
});

export const cancelRecovery = endpoint('POST', '/backoffice/recoveries/:id/cancel', {
  ...staff,
  roles: ['kyc'],
  summary: 'Cancels a recovery',
  params: idParams,
  body: object({}),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const AuditEntry = object({
  id: text('Number of the entry, as text.'),
  at: time('Time of the action.'),
  actor: text('Email address of the person who performed the action.'),
  action: text('Action performed.'),
  subject: text('Masked email address of the user concerned. Empty if there is none.'),
  detail: text('Details of the action.'),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditLog = endpoint('GET', '/backoffice/audit', {
  ...staff,
  roles: ['admin'],
  summary: 'Lists the hash-chained audit log, newest first',
  query: object({
    size: described('Number of entries to return.', pageQuery.size),
    cursor: optional('The `nextCursor` of the previous reply.', Type.String({ pattern: '^[0-9]{1,18}$' })),
  }),
  reply: listReply(AuditEntry),
});
