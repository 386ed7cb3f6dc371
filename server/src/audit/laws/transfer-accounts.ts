import { sql } from 'kysely';
import { lawOf } from '../law.ts';
import { within } from '../moves.ts';

export const transferAccounts = lawOf('every transfer joins two accounts of one asset', (scope) => [
  sql`select t.id::text from transfers t
    left join accounts d on d.id = t.debit_account left join accounts c on c.id = t.credit_account
    where ${within(scope)} and (d.id is null or c.id is null or d.asset <> c.asset)`,
]);
