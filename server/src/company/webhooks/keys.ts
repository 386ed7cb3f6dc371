import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '@sarraf/domain';
import type { ApiKey } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId, newId } from '../../platform/ids.ts';
import { ownCompany } from '../company-of.ts';
import type { CompanyContext } from '../deps.ts';
import { requireOneLine } from '../payments/requests.ts';
import { auditCompany } from '../save-company.ts';
import { type CompanyRow, findCompany } from '../store.ts';

const MOST = 10;
const PREFIX = 'sarraf_';
const TAIL = 4;
/** What was used a moment ago isn't written again. */
const USED_STEP = '1 minute';

interface KeyRow {
  id: string;
  companyId: string;
  label: string;
  tail: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const ROW = sql`id, company_id as "companyId", label, tail, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const keyDto = (row: KeyRow): ApiKey => ({
  id: row.id,
  label: row.label,
  tail: row.tail,
  createdAtDateTime: row.createdAt.toISOString(),
  lastUsedAtDateTime: row.lastUsedAt?.toISOString() ?? null,
});

async function listKeys(db: Queryable, companyId: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`select ${ROW} from company_keys
    where company_id = ${companyId} and revoked_at is null order by id desc limit ${MOST}`.execute(db);
  return rows;
}

export const readKeys = async (context: CompanyContext, company: CompanyRow): Promise<ApiKey[]> =>
  (await listKeys(context.db, company.id)).map(keyDto);

/** The key is kept as a digest alone, so that this answer is the only place it ever stands in. CONFLICT: ten are in force. */
export async function addKey(
  context: CompanyContext,
  caller: Caller,
  label: string,
): Promise<{ key: string; apiKey: ApiKey }> {
  const company = await ownCompany(context, caller);
  const name = requireOneLine(label, 'label');
  if (name === '') throw new Refusal('BAD_REQUEST', { errors: ['label'] });
  const key = PREFIX + randomBytes(32).toString('base64url');
  const row: KeyRow = {
    id: newId(),
    companyId: company.id,
    label: name,
    tail: key.slice(-TAIL),
    createdAt: context.now(),
    lastUsedAt: null,
  };
  await context.db.transaction().execute(async (tx) => {
    await sql`select from companies where id = ${company.id} for no key update`.execute(tx);
    if ((await listKeys(tx, company.id)).length >= MOST) throw new Refusal('CONFLICT');
    await sql`insert into company_keys (id, company_id, label, digest, tail, created_at)
      values (${row.id}, ${row.companyId}, ${row.label}, ${digestOf(key)}, ${row.tail}, ${row.createdAt})`.execute(
      tx,
    );
    await auditCompany(context, tx, caller, 'API key made');
  });
  return { key, apiKey: keyDto(row) };
}

/** NOT_FOUND: the company has none of this id in force. */
export async function revokeKey(context: CompanyContext, caller: Caller, id: string): Promise<void> {
  const company = await ownCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const { rows } = await sql`update company_keys set revoked_at = ${context.now()}
      where id = ${isId(id) ? id : null} and company_id = ${company.id} and revoked_at is null returning 1`.execute(
      tx,
    );
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    await auditCompany(context, tx, caller, 'API key revoked');
  });
}

/** Whose program calls. INVALID_API_KEY. */
export async function companyOfKey(context: CompanyContext, token: string | null): Promise<CompanyRow> {
  if (!token?.startsWith(PREFIX) || token.length > 100) throw new Refusal('INVALID_API_KEY');
  const { rows } = await sql<KeyRow>`select ${ROW} from company_keys
    where digest = ${digestOf(token)} and revoked_at is null`.execute(context.db);
  const [key] = rows;
  const company = key ? await findCompany(context.db, key.companyId) : null;
  if (!key || company === null) throw new Refusal('INVALID_API_KEY');
  await sql`update company_keys set last_used_at = ${context.now()}
    where id = ${key.id} and (last_used_at is null or last_used_at < ${context.now()}::timestamptz - ${USED_STEP}::interval)`.execute(
    context.db,
  );
  return company;
}
