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
const params = Type.Object(
  { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
  open,
);
const reason = described(
  "Reason for viewing the user's data. Written to the audit log.",
  Type.String({ minLength: 3, maxLength: 200 }),
);

export const REVIEW_DECISIONS = ['APPROVE', 'REFUSE'] as const;

export const backofficeDocument = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/openapi',
  rate: 'read',
  summary: 'Returns this document, the staff API as OpenAPI 3.1',
  reply: Type.Unknown(),
});

export const backofficeOverview = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/me',
  summary: "Returns the calling staff member's roles and the number of items waiting",
  reply: withBase(
    Type.Object(
      {
        roles: described("The caller's roles.", Type.Array(Type.Enum(STAFF_ROLES))),
        waiting: described(
          'Number of items waiting for staff, by queue.',
          Type.Object(
            {
              reviews: described('Reviews of people and companies.', Type.Integer()),
              recoveries: described('Account recoveries waiting for a second staff member.', Type.Integer()),
              tickets: described('Unanswered tickets.', Type.Integer()),
              withdrawals: described('Withdrawals in review.', Type.Integer()),
              payouts: described(
                'Toman payout batches that are not sent to the bank or not paid yet.',
                Type.Integer(),
              ),
              unclaimed: described('Coin deposits that are not credited to any user.', Type.Integer()),
              bankDeposits: described('Bank deposits without a matching user.', Type.Integer()),
              gatewaySettlements: described('Open gateway settlements.', Type.Integer()),
              suspendedPayments: described(
                'Payments that were paid and not credited, and wait for a decision.',
                Type.Integer(),
              ),
              alarms: described('Unacknowledged alarms.', Type.Integer()),
              refunds: described('Refunds waiting for a second staff member.', Type.Integer()),
              coinChanges: described(
                'Changes of coins, networks, markets, quotes and banks waiting for a second admin.',
                Type.Integer(),
              ),
              limitChanges: described(
                'Changes of all other business rows, such as levels and limits, waiting for a second admin.',
                Type.Integer(),
              ),
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
  id: described('Id of the user.', Type.String()),
  name: described('First and last name. Empty until the account has one.', Type.String()),
  email: described('Masked email address.', Type.String()),
  customerKind: described('REAL: a person. COMPANY: a company.', nullable(Type.Enum(CUSTOMER_KINDS))),
  countryName: described('English name of the country, as in the list of countries.', Type.String()),
  authenticationType: described("State of the user's verification.", Type.Enum(AUTHENTICATION_TYPES)),
  submittedAtDateTime: described(
    'Time of the submission; for search results that never submitted anything, time of the sign-up.',
    Timestamp,
  ),
};

export const ReviewRow = Type.Object(
  {
    ...personRow,
    asks: described(
      'VERIFICATION: a verification. COMPANY: a company account. A user who requests both is listed twice.',
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
  summary:
    'Lists users whose verification or company application waits for a decision, longest waiting first',
  query: Type.Object(
    {
      ...pageQuery,
      state: described(
        'Queue: PENDING (new users), INFORMATION_CHANGED_PENDING (changed data) or COMPANY (company applications). Default: all.',
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
    level: described('Fee level of the account.', Type.Enum(USER_LEVELS)),
    blocked: described('Whether the account is blocked by staff.', Type.Boolean()),
    createdAtDateTime: described('Time of the sign-up.', Timestamp),
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
    'Finds at most one user by exact email, mobile number or id; or (role kyc) lists the users matching at least one filter, newest first',
  query: Type.Object(
    {
      query: described(
        'Exact email address, mobile number or id of the user.',
        Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      ),
      state: described(
        'Returns only users in this state of verification.',
        Type.Optional(Type.Enum(AUTHENTICATION_TYPES)),
      ),
      level: described('Returns only users with this fee level.', Type.Optional(Type.Enum(USER_LEVELS))),
      kind: described(
        'Returns only people (REAL) or companies (COMPANY).',
        Type.Optional(Type.Enum(CUSTOMER_KINDS)),
      ),
      country: described(
        'Returns only users of this country, given by its English name.',
        Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      ),
      blocked: described(
        'Returns only users who are blocked (true) or not blocked (false).',
        Type.Optional(Type.Boolean()),
      ),
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described('The `nextCursor` of the previous reply.', pageQuery.cursor),
    },
    open,
  ),
  reply: withContent(PersonRow),
});

export const PROVIDER_CHECKS = ['SHAHKAR', 'IDENTITY', 'CARD', 'IBAN'] as const;
export const ProviderCheck = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    check: described(
      'SHAHKAR: mobile number and national code. IDENTITY: name and birthday. CARD: owner of the card, as recorded by the bank. IBAN: owner of the Sheba, as recorded by the bank.',
      Type.Enum(PROVIDER_CHECKS),
    ),
    bankAccountId: described(
      'Id of the checked bank account. Null if the check is not about one.',
      nullable(Type.String()),
    ),
    provider: described('Provider that ran the check.', Type.String()),
    outcome: described(
      'Result reported by the provider.',
      Type.Enum(['MATCH', 'MISMATCH', 'NO_RECORD', 'INVALID', 'UNAVAILABLE']),
    ),
    detail: described(
      "Details from the provider for staff to assess: the owner's name, the similarity.",
      Type.String(),
    ),
    checkedAtDateTime: described('Time of the check.', Timestamp),
  },
  open,
);
export type ProviderCheck = Static<typeof ProviderCheck>;

export const PersonEvent = Type.Object(
  {
    id: described('Unique id of the event.', Type.String()),
    action: described('Action performed.', Type.String()),
    actor: described(
      'Email address of the staff member. Empty if the user performed the action.',
      Type.String(),
    ),
    detail: described('Details of the action.', Type.String()),
    at: described('Time of the action.', Timestamp),
  },
  open,
);
export type PersonEvent = Static<typeof PersonEvent>;

const Limits = Type.Object(
  {
    perDay: described('Limit per day, in Toman.', DecimalText),
    perMonth: described('Limit per month, in Toman.', DecimalText),
  },
  open,
);

export const PersonMoney = described(
  'Balances, limits and recent activity of a user. Amounts without an asset are in Toman.',
  Type.Object(
    {
      level: described('Fee level of the account.', Type.Enum(USER_LEVELS)),
      apiLevel: described(
        "Rate limit of the user's programs. MARKET_MAKER: ten times the standard limit.",
        Type.Enum(API_LEVELS),
      ),
      volume: described('Trading volume of three months, in Toman.', DecimalText),
      next: described(
        'Next fee level. Null at the highest level and for SUPERVISOR.',
        nullable(
          Type.Object(
            {
              level: described('Name of the next fee level.', Type.Enum(USER_LEVELS)),
              from: described('Three-month volume required for the level, in Toman.', DecimalText),
              percent: described(
                'Progress of the volume towards the level, in percent, 0 to 99.',
                Type.Integer(),
              ),
            },
            open,
          ),
        ),
      ),
      limits: described(
        'Withdrawal limits per 24 hours and per 30 days.',
        Type.Object(
          {
            level: described("Limits of the account's level.", Limits),
            left: described('Remaining limits.', Limits),
            own: described(
              "Individual limits that replace the level's. Still returned after they expire.",
              nullable(
                Type.Object(
                  {
                    ...Limits.properties,
                    until: described('Time at which they expire.', Timestamp),
                    reason: described('Reason for the limits, as written by staff.', Type.String()),
                    setBy: described('Email address of the staff member who set the limits.', Type.String()),
                    setAt: described('Time at which the limits were set.', Timestamp),
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
        "Inviter of the user, and the user's invitees.",
        Type.Object(
          {
            inviter: described(
              'User who invited this user, with a masked email address.',
              nullable(
                Type.Object(
                  {
                    id: described('Id of the inviter.', Type.String()),
                    name: described('First and last name.', Type.String()),
                    email: described('Email address.', Type.String()),
                  },
                  open,
                ),
              ),
            ),
            count: described('Number of invitees.', Type.Integer()),
            profit: described('Total referral profit so far, in Toman.', DecimalText),
            credits: described('Referral rewards earned in each currency.', InviteStats.properties.credits),
          },
          open,
        ),
      ),
      wallets: described(
        'Wallets that are not empty.',
        Type.Array(
          Type.Object(
            {
              asset: described('Asset code; TOMAN for Toman.', Type.String()),
              spendable: described('Spendable balance, in the asset.', DecimalText),
              blocked: described('Total blocked balance, in the asset.', DecimalText),
              leaving: described('Amount blocked by withdrawals, in the asset.', DecimalText),
              frozen: described('Amount frozen by court order, in the asset.', DecimalText),
              inOrders: described('Amount blocked by open orders, in the asset.', DecimalText),
              tomanValue: described(
                'Value of the whole balance in Toman. Null if there is no current price.',
                nullable(DecimalText),
              ),
            },
            open,
          ),
        ),
      ),
      orders: described('Latest ten orders.', Type.Array(Order)),
      deposits: described('Latest ten deposits.', Type.Array(DepositRow)),
      withdrawals: described('Latest ten withdrawals.', Type.Array(WithdrawalRow)),
    },
    open,
  ),
);
export type PersonMoney = Static<typeof PersonMoney>;

export const PersonFile = Type.Object(
  {
    account: described(
      'Account data, with the full national code; card numbers and Shebas are masked.',
      Account,
    ),
    blocked: described(
      'Time and reason of the block. Null if the user is not blocked.',
      nullable(
        Type.Object(
          {
            at: described('Time of the block.', Timestamp),
            reason: described('Reason for the block, as written by staff.', Type.String()),
          },
          open,
        ),
      ),
    ),
    createdAtDateTime: described('Time of the sign-up.', Timestamp),
    submittedAtDateTime: described(
      'Time of the submission for verification. Null until then.',
      nullable(Timestamp),
    ),
    checks: described('Checks by providers about the user.', Type.Array(ProviderCheck)),
    companyApplication: described(
      'Latest application for a company account. Null if there is none, or if the caller does not review users.',
      nullable(CompanyApplication),
    ),
    money: described('Balances, limits and recent activity.', PersonMoney),
    events: described('Latest 50 audit log entries about the user.', Type.Array(PersonEvent)),
  },
  open,
);
export type PersonFile = Static<typeof PersonFile>;

export const readPerson = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/people/:id',
  roles: ['support', 'kyc', 'treasury'],
  summary: "Returns a user's data; the role support sees no national code, birthday, address or document",
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
  summary: 'Returns the bytes of a document (image/jpeg)',
  params: Type.Object(
    {
      id: described('Id of the user.', Type.String({ maxLength: 40 })),
      kind: described('Kind of the document.', Type.Enum(DOCUMENT_KINDS)),
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
  summary: 'Runs a provider check again',
  params,
  body: Type.Object(
    {
      check: described('Check to run.', Type.Enum(PROVIDER_CHECKS)),
      bankAccountId: described(
        'Id of the bank account to check.',
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
  summary: 'Approves or refuses a verification and notifies the user',
  params,
  body: Type.Object(
    {
      decision: described(
        'APPROVE: approve the verification. REFUSE: refuse it.',
        Type.Enum(REVIEW_DECISIONS),
      ),
      reasons: described(
        'Reasons for the refusal.',
        Type.Optional(Type.Array(Type.Enum(REFUSAL_REASONS), { maxItems: 13 })),
      ),
      note: described(
        'Internal note for other staff members.',
        Type.Optional(Type.String({ maxLength: 500 })),
      ),
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
  summary: 'Approves or refuses a company account and notifies the user',
  params,
  body: Type.Object(
    {
      decision: described(
        'APPROVE: turn the account into a company account. REFUSE: refuse the application.',
        Type.Enum(REVIEW_DECISIONS),
      ),
      version: described(
        'Version of the application, as returned when it was read.',
        Type.Integer({ minimum: 1 }),
      ),
      reasons: described(
        'Reasons for the refusal.',
        Type.Optional(
          Type.Array(Type.Enum(COMPANY_REFUSAL_REASONS), { maxItems: COMPANY_REFUSAL_REASONS.length }),
        ),
      ),
      note: described(
        'Internal note for other staff members.',
        Type.Optional(Type.String({ maxLength: 500 })),
      ),
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
  summary: 'Blocks a user: ends all sessions immediately and refuses log-ins until the user is unblocked',
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
  summary: 'Unblocks a user, who can log in again',
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
  summary: 'Lifts the freeze of an account after its owner was identified, and notifies the user',
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
  summary: 'Makes a user a market maker, or restores the level of their trading volume; notifies the user',
  params,
  body: Type.Object(
    {
      supervisor: described('Whether the user is a market maker.', Type.Boolean()),
      reason: described('Reason for the change. Written to the audit log.', reason),
    },
    open,
  ),
  reply: success({ level: described('New fee level of the account.', Type.Enum(USER_LEVELS)) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const setApiLevel = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/people/:id/api-level',
  roles: ['admin'],
  confirmedWithin: CONFIRMED,
  summary: "Sets the rate limit of a user's programs and notifies the user",
  params,
  body: Type.Object(
    {
      level: described(
        'STANDARD: the standard limit. MARKET_MAKER: ten times the standard limit.',
        Type.Enum(API_LEVELS),
      ),
      reason: described('Reason for the change. Written to the audit log.', reason),
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
  summary: "Sets a user's withdrawal limits until a given time; only an admin may raise them",
  params,
  body: Type.Object(
    {
      limits: described(
        "Limits in Toman per 24 hours and per 30 days. Null: restore the level's limits.",
        nullable(
          Type.Object(
            {
              perDay: described('Limit per day, in Toman.', DecimalInput),
              perMonth: described('Limit per month, in Toman.', DecimalInput),
              until: described('Time at which they expire.', TimestampInput),
            },
            open,
          ),
        ),
      ),
      shownSetAt: described(
        'The `setAt` of the limits on which the change is based. Null if there were none.',
        nullable(TimestampInput),
      ),
      reason: described('Reason for the change. Written to the audit log.', reason),
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
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    personId: described('Id of the user whose account is recovered.', Type.String()),
    name: described("First and last name of the account's owner.", Type.String()),
    email: described('Masked email address of the account.', Type.String()),
    kind: described(
      'LOST_SECOND_FACTOR: access to the second factor is lost. LOST_MAILBOX: access to the mailbox is lost.',
      Type.Enum(RECOVERY_KINDS),
    ),
    newEmail: described('Masked new email address. Empty for a lost second factor.', Type.String()),
    evidence: described("Evidence of the user's identity.", Type.String()),
    state: described(
      'OPEN: waiting for a second staff member. CONFIRMED: completed. CANCELLED: cancelled.',
      Type.Enum(RECOVERY_STATES),
    ),
    startedBy: described('Email address of the staff member who started the recovery.', Type.String()),
    own: described('Whether the caller started it and therefore cannot confirm it.', Type.Boolean()),
    decidedBy: described('Email address of the staff member who decided. Empty until then.', Type.String()),
    createdAtDateTime: described('Time at which the recovery was started.', Timestamp),
    decidedAtDateTime: described('Time of the decision. Null until then.', nullable(Timestamp)),
  },
  open,
);
export type Recovery = Static<typeof Recovery>;

export const recoveries = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/recoveries',
  roles: ['kyc'],
  summary: 'Lists account recoveries, newest first',
  query: Type.Object(
    {
      ...pageQuery,
      state: described(
        'Returns only recoveries in this state. Default: all.',
        Type.Optional(Type.Enum(RECOVERY_STATES)),
      ),
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
  summary:
    'Starts an account recovery after identifying the user again; notifies the user at every known address',
  params,
  body: Type.Object(
    {
      kind: described(
        'LOST_SECOND_FACTOR: access to the second factor is lost. LOST_MAILBOX: access to the mailbox is lost.',
        Type.Enum(RECOVERY_KINDS),
      ),
      newEmail: described(
        'New email address of the account.',
        Type.Optional(Type.String({ maxLength: 254 })),
      ),
      evidence: described('How the user was identified.', Type.String({ minLength: 10, maxLength: 1000 })),
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
    'Confirms a recovery as a second staff member: resets two-step log-in to email (or to the new address), ends all sessions and holds withdrawals for 72 h',
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
  summary: 'Cancels a recovery',
  params,
  body: Type.Object({}, open),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const AuditEntry = Type.Object(
  {
    id: described('Number of the entry, as text.', Type.String()),
    at: described('Time of the action.', Timestamp),
    actor: described('Email address of the person who performed the action.', Type.String()),
    action: described('Action performed.', Type.String()),
    subject: described('Masked email address of the user concerned. Empty if there is none.', Type.String()),
    detail: described('Details of the action.', Type.String()),
  },
  open,
);
export type AuditEntry = Static<typeof AuditEntry>;

export const auditLog = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/audit',
  roles: ['admin'],
  summary: 'Lists the hash-chained audit log, newest first',
  query: Type.Object(
    {
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described(
        'The `nextCursor` of the previous reply.',
        Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
      ),
    },
    open,
  ),
  reply: withContent(AuditEntry),
});
