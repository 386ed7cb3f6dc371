import type { ProviderCheck } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { VerificationContext } from '../deps.ts';

/** `id` is also the track id sent to the provider. */
export interface Check {
  id: string;
  kind: ProviderCheck['check'];
  bankAccountId: string | null;
  outcome: ProviderCheck['outcome'];
  detail: string;
}

const MAX_DETAIL = 500;
const DETAIL = 'provider_checks.detail_encrypted';

export async function insertCheck(
  context: VerificationContext,
  tx: Queryable,
  userId: string,
  check: Check,
): Promise<ProviderCheck> {
  const { id, kind, bankAccountId, outcome } = check;
  const now = context.now();
  const detail = check.detail.slice(0, MAX_DETAIL);
  // It may have been removed while the bank was queried; the reply is stored all the same.
  const account = sql`(select id from bank_accounts where id = ${bankAccountId} for key share)`;
  await sql`insert into provider_checks
      (id, user_id, kind, bank_account_id, provider, outcome, detail_encrypted, checked_at)
    values (${id}, ${userId}, ${kind}, ${account}, ${context.provider.name}, ${outcome},
      ${context.secrets.encrypt(detail, DETAIL, toOwnedRowKey(id, userId))}, ${now})`.execute(tx);
  return {
    id,
    check: kind,
    bankAccountId,
    provider: context.provider.name,
    outcome,
    detail,
    checkedAtDateTime: now.toISOString(),
  };
}

const MAX_LISTED = 50;

/** Newest first. */
export async function listChecks(
  { db, secrets }: VerificationContext,
  userId: string,
): Promise<ProviderCheck[]> {
  type Row = Omit<ProviderCheck, 'detail' | 'checkedAtDateTime'> & { detail: Buffer; at: Date };
  const { rows } =
    await sql<Row>`select id, kind as "check", bank_account_id as "bankAccountId", provider, outcome,
      detail_encrypted as detail, checked_at as at
    from provider_checks where user_id = ${userId} order by id desc limit ${MAX_LISTED}`.execute(db);
  return rows.map(({ at, detail, ...row }) => ({
    ...row,
    detail: secrets.decrypt(detail, DETAIL, toOwnedRowKey(row.id, userId)),
    checkedAtDateTime: at.toISOString(),
  }));
}
