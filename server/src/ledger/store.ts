import type { Asset } from '@sarraf/domain';
import type pg from 'pg';
import { type AccountState, createAccountState } from './batch.ts';
import { quoteArrayElement } from './column-arrays.ts';
import { type Account, type AccountKind, createLedgerAccount } from './types.ts';

interface AccountRow {
  id: bigint;
  owner: string;
  asset: Asset;
  kind: AccountKind;
  balance: bigint;
}

/** Returns the states of accounts; those without a row yet have a balance of 0. */
export async function loadBalances(client: pg.Client, accounts: readonly Account[]): Promise<AccountState[]> {
  const { rows } = await client.query<AccountRow>({
    name: 'load_balances',
    text: `select a.id, a.owner, a.asset, a.kind, a.balance
      from unnest($1::text[], $2::text[], $3::text[]) as v(owner, asset, kind)
      join accounts a using (owner, asset, kind)`,
    values: [
      toPgArray(accounts.map((a) => a.owner)),
      toPgArray(accounts.map((a) => a.asset)),
      toPgArray(accounts.map((a) => a.kind)),
    ],
  });
  const stored = new Map(rows.map((row) => [createLedgerAccount(row.owner, row.asset, row.kind).key, row]));
  return accounts.map((account) => {
    const row = stored.get(account.key);
    return row ? createAccountState(account, row.id, row.balance) : createAccountState(account);
  });
}

/** Faster than the driver, which checks every character of every element. */
const toPgArray = (texts: readonly string[]): string => `{${texts.map(quoteArrayElement).join(',')}}`;

export interface IdempotencyKey {
  readonly owner: string;
  readonly key: string;
}

export const formatKey = ({ owner, key }: IdempotencyKey): string => `${owner}\n${key}`;

/** Returns the stored replies for these keys, by `owner\nkey`. */
export async function loadStoredReplies(
  client: pg.Client,
  keys: readonly IdempotencyKey[],
): Promise<Map<string, { digest: string; reply: string }>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<IdempotencyKey & { digest: string; reply: string }>({
    name: 'stored_replies',
    text: `select i.owner, i.key, i.digest, i.reply
      from unnest($1::text[], $2::text[]) as v(owner, key) join idempotency i using (owner, key)`,
    values: [toPgArray(keys.map((k) => k.owner)), toPgArray(keys.map((k) => k.key))],
  });
  return new Map(rows.map((row) => [formatKey(row), row]));
}
