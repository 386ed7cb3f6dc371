/** The continuous audit, for staff: its progress, its findings, and resuming what it stopped. */
import { type Static, Type } from 'typebox';
import { described, endpoint, open, Timestamp, withBase } from './endpoint.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const BooksViolation = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    law: described('The law that is broken.', Type.String()),
    detail: described('The row that shows it, as JSON.', Type.String()),
    foundAt: described('When it was found first.', Timestamp),
    lastFoundAt: described('When it was found last.', Timestamp),
    acknowledged: described(
      'Who knows what happened and lets the rest go on; null: nobody yet, and nothing leaves.',
      nullable(
        Type.Object(
          {
            by: described('Email address.', Type.String()),
            at: described('When.', Timestamp),
            reason: described('What happened, as staff wrote.', Type.String()),
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
    batch: described('The settlement batch up to which the books were followed.', Type.String()),
    followedAt: described('When new batches were last looked at; null: never.', nullable(Timestamp)),
    recheckedAt: described('When everything was last checked again; null: never.', nullable(Timestamp)),
    recheckMs: described('How long that took, in milliseconds.', nullable(Type.Integer())),
    followers: described(
      'What is calculated from the books after they were settled.',
      Type.Array(
        Type.Object(
          {
            name: described('What it calculates.', FollowerName),
            waitingSince: described(
              'The time of the first transfer or trade that it has not looked at; null: it is up to date.',
              nullable(Timestamp),
            ),
          },
          open,
        ),
      ),
    ),
    replicas: described(
      'The copies of the database that serve reads, as the server that answers sees them.',
      Type.Array(
        Type.Object(
          {
            state: described(
              'USED; BEHIND: too far, and left alone until it has caught up; UNREACHABLE; NOT_A_REPLICA: it takes writes, or is another database.',
              ReplicaState,
            ),
            behindMs: described(
              'It has all there was so many milliseconds ago; null: nobody knows.',
              nullable(Type.Integer()),
            ),
          },
          open,
        ),
      ),
    ),
    laws: described('What is checked.', Type.Array(Type.String())),
    violations: described('What was found, newest first, at most a hundred.', Type.Array(BooksViolation)),
  },
  open,
);
export type BooksView = Static<typeof BooksView>;

export const readBooks = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/books',
  summary: 'How far the continuous audit of the books is, and what it found',
  reply: withBase(BooksView),
});

export const acknowledgeViolation = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/books/violations/:id/acknowledge',
  summary: 'An admin knows what happened: this violation stops nothing any more',
  roles: ['admin'],
  params: Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      reason: described(
        'What happened; goes to the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(BooksView),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const BooksCheck = described(
  'What the continuous audit says to everyone; all null while it has something to say to staff, or has not looked for five minutes.',
  Type.Object(
    {
      checkedAt: described('When every transfer up to then was right.', nullable(Timestamp)),
      transfers: described('How many transfers that were.', nullable(Type.Integer())),
      laws: described('How many laws each of them was held against.', nullable(Type.Integer())),
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
  summary: 'When the books were last found right',
  reply: withBase(BooksCheck),
});
