/** The continuous audit, for staff: its progress, its findings, and resuming what it stopped. */
import { type Static, Type } from 'typebox';
import { described, endpoint, open, Timestamp, withBase } from './endpoint.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const BooksViolation = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    law: described('Law of the audit that is violated.', Type.String()),
    detail: described('Row that proves the violation, as JSON.', Type.String()),
    foundAt: described('Time at which the violation was first found.', Timestamp),
    lastFoundAt: described('Time at which the violation was last found.', Timestamp),
    acknowledged: described(
      'Acknowledgement by an admin that lets withdrawals resume; null until then, while withdrawals are stopped.',
      nullable(
        Type.Object(
          {
            by: described('Email address of the admin.', Type.String()),
            at: described('Time of the acknowledgement.', Timestamp),
            reason: described('Explanation by the admin.', Type.String()),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type BooksViolation = Static<typeof BooksViolation>;

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

export const BooksView = Type.Object(
  {
    batch: described('Settlement batch up to which the ledger was audited.', Type.String()),
    followedAt: described('Time of the last check for new batches; null if never.', nullable(Timestamp)),
    recheckedAt: described('Time of the last complete recheck; null if never.', nullable(Timestamp)),
    recheckMs: described('Duration of the last complete recheck, in milliseconds.', nullable(Type.Integer())),
    followers: described(
      'Followers, which calculate results from the ledger after settlement.',
      Type.Array(
        Type.Object(
          {
            name: described('Name of the follower.', FollowerName),
            waitingSince: described(
              'Time of the first transfer or trade that the follower has not processed; null if it is up to date.',
              nullable(Timestamp),
            ),
            upToDateAt: described(
              'Estimated time at which it will be up to date, from its progress in the last two minutes. Null if it is up to date, falls further behind, or was not measured yet.',
              nullable(Timestamp),
            ),
          },
          open,
        ),
      ),
    ),
    replicas: described(
      'Database replicas that serve reads, as seen by the responding server.',
      Type.Array(
        Type.Object(
          {
            state: described(
              'State of the replica. USED: in use. BEHIND: too far behind, and not used until it has caught up. UNREACHABLE: unreachable. NOT_A_REPLICA: accepts writes, or belongs to another database.',
              ReplicaState,
            ),
            behindMs: described(
              'Replication delay, in milliseconds; null if unknown.',
              nullable(Type.Integer()),
            ),
          },
          open,
        ),
      ),
    ),
    laws: described('Laws that are checked.', Type.Array(Type.String())),
    violations: described(
      'Violations that were found, newest first, at most a hundred.',
      Type.Array(BooksViolation),
    ),
  },
  open,
);
export type BooksView = Static<typeof BooksView>;

export const readBooks = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/books',
  summary: 'Returns the progress and findings of the continuous audit of the ledger',
  reply: withBase(BooksView),
});

export const acknowledgeViolation = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/books/violations/:id/acknowledge',
  summary: 'Acknowledges a violation by an admin; it no longer stops withdrawals',
  roles: ['admin'],
  params: Type.Object({ id: described('Identifier from the list.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      reason: described(
        'Explanation, recorded in the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(BooksView),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const BooksCheck = described(
  'Public result of the continuous audit; all fields are null while it has findings for staff, or has not run for five minutes.',
  Type.Object(
    {
      checkedAt: described('Time up to which every transfer was correct.', nullable(Timestamp)),
      transfers: described('Number of transfers that were checked.', nullable(Type.Integer())),
      laws: described('Number of laws that each transfer was checked against.', nullable(Type.Integer())),
    },
    open,
  ),
);
export type BooksCheck = Static<typeof BooksCheck>;

export const booksCheck = endpoint({
  method: 'GET',
  path: '/books/check',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the time up to which the ledger was last found correct',
  reply: withBase(BooksCheck),
});
