/** The continuous audit, for staff: its progress, its findings, and resuming what it stopped. */
import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { described, itemReply, list, nullable, object, reasonText, Timestamp, text, time } from './fields.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

export const LedgerViolation = object({
  id: text('Identifier used in other calls.'),
  law: text('Law of the audit that is violated.'),
  detail: text('Row that proves the violation, as JSON.'),
  foundAt: time('Time at which the violation was first found.'),
  lastFoundAt: time('Time at which the violation was last found.'),
  acknowledged: nullable(
    'Acknowledgement by an admin that lets withdrawals resume; null until then, while withdrawals are stopped.',
    {
      by: text('Email address of the admin.'),
      at: time('Time of the acknowledgement.'),
      reason: text('Explanation by the admin.'),
    },
  ),
});
export type LedgerViolation = Static<typeof LedgerViolation>;

export const FollowerName = Type.Union([
  Type.Literal('trades'),
  Type.Literal('positions'),
  Type.Literal('levels'),
  Type.Literal('filled-orders'),
  Type.Literal('triggered-orders'),
  Type.Literal('wallet-sums'),
  Type.Literal('figures'),
  Type.Literal('own-fills'),
  Type.Literal('movements'),
]);
export type FollowerName = Static<typeof FollowerName>;

const ReplicaState = Type.Union([
  Type.Literal('USED'),
  Type.Literal('BEHIND'),
  Type.Literal('UNREACHABLE'),
  Type.Literal('NOT_A_REPLICA'),
]);

export const LedgerAuditView = object({
  batch: text('Settlement batch up to which the ledger was audited.'),
  followedAt: nullable('Time of the last check for new batches; null if never.', Timestamp),
  recheckedAt: nullable('Time of the last complete recheck; null if never.', Timestamp),
  recheckMs: nullable('Duration of the last complete recheck, in milliseconds.', Type.Integer()),
  followers: list('Followers, which calculate results from the ledger after settlement.', {
    name: described('Name of the follower.', FollowerName),
    waitingSince: nullable(
      'Time of the first transfer or trade that the follower has not processed; null if it is up to date.',
      Timestamp,
    ),
    upToDateAt: nullable(
      'Estimated time at which it will be up to date, from its progress in the last two minutes. Null if it is up to date, falls further behind, or was not measured yet.',
      Timestamp,
    ),
  }),
  replicas: list('Database replicas that serve reads, as seen by the responding server.', {
    state: described(
      'State of the replica. USED: in use. BEHIND: too far behind, and not used until it has caught up. UNREACHABLE: unreachable. NOT_A_REPLICA: accepts writes, or belongs to another database.',
      ReplicaState,
    ),
    behindMs: nullable('Replication delay, in milliseconds; null if unknown.', Type.Integer()),
  }),
  laws: list('Laws that are checked.', Type.String()),
  violations: list('Violations that were found, newest first, at most a hundred.', LedgerViolation),
});
export type LedgerAuditView = Static<typeof LedgerAuditView>;

export const readLedgerAudit = endpoint('GET', '/backoffice/books', {
  ...staff,
  summary: 'Returns the progress and findings of the continuous audit of the ledger',
  reply: itemReply(LedgerAuditView),
});

export const acknowledgeViolation = endpoint('POST', '/backoffice/books/violations/:id/acknowledge', {
  ...staff,
  summary: 'Acknowledges a violation by an admin; it no longer stops withdrawals',
  roles: ['admin'],
  params: object({ id: text('Identifier from the list.', { maxLength: 40 }) }),
  body: object({
    reason: reasonText('Explanation, recorded in the audit log.'),
  }),
  reply: itemReply(LedgerAuditView),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const LedgerCheck = described(
  'Public result of the continuous audit; all fields are null while it has findings for staff, or has not run for five minutes.',
  {
    checkedAt: nullable('Time up to which every transfer was correct.', Timestamp),
    transfers: nullable('Number of transfers that were checked.', Type.Integer()),
    laws: nullable('Number of laws that each transfer was checked against.', Type.Integer()),
  },
);
export type LedgerCheck = Static<typeof LedgerCheck>;

export const ledgerCheck = endpoint('GET', '/books/check', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the time up to which the ledger was last found correct',
  reply: itemReply(LedgerCheck),
});
