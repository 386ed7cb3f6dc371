import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';

export const transferNumbers = defineInvariant(
  'transfers are numbered without gaps up to the ledger head',
  (scope) => [
    scope === 'all'
      ? sql`select h.last_transfer_id::text as head, t.n::text as count, t.last::text from ledger_head h,
        (select count(*) as n, coalesce(max(id), 0) as last from transfers) t
        where h.last_transfer_id <> t.n or h.last_transfer_id <> t.last`
      : sql`select h.last_transfer_id::text as head, t.n::text as count, ${scope.to}::text as last from ledger_head h,
        (select count(*) as n from transfers where id between ${scope.from} and ${scope.to}) t
        where h.last_transfer_id < ${scope.to} or t.n <> ${scope.to}::bigint - ${scope.from}::bigint + 1`,
  ],
);
