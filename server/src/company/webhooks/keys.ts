import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import {
  type ApiKey,
  type addApiKey,
  type BodyOf,
  STORE_PERMISSIONS,
  type StorePermission,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { refuseInstructionsOfKey } from '../instructions/instruction-store.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { parseOneLine } from '../payments/requests.ts';
import { type CompanyRow, findCompany, lockCompany } from '../store.ts';
import { insertEvent } from './event-store.ts';
import { startDelivery } from './webhooks.ts';

const MAX_KEYS = 10;
const PREFIX = 'sarraf_';
const TAIL_LENGTH = 4;
/** The time of last use is updated at most this often. */
const LAST_USED_PRECISION = '1 minute';

export interface StoreKey {
  id: string;
  companyId: string;
  label: string;
  tail: string;
  permissions: StorePermission[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

const ROW = sql`id, company_id as "companyId", label, tail, permissions, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const keyDto = (row: StoreKey): ApiKey => ({
  id: row.id,
  label: row.label,
  tail: row.tail,
  permissions: row.permissions,
  createdAtDateTime: row.createdAt.toISOString(),
  lastUsedAtDateTime: row.lastUsedAt?.toISOString() ?? null,
});

async function listKeys(db: Queryable, companyId: string): Promise<StoreKey[]> {
  const { rows } = await sql<StoreKey>`select ${ROW} from company_keys
    where company_id = ${companyId} and revoked_at is null order by id desc limit ${MAX_KEYS}`.execute(db);
  return rows;
}

export const listKeyDtos = async (context: CompanyContext, company: CompanyRow): Promise<ApiKey[]> =>
  (await listKeys(context.db, company.id)).map(keyDto);

/**
 * The key is stored as a digest only, so this reply is the only place where it ever appears. CONFLICT: ten keys are
 * active.
 */
export async function addKey(
  context: CompanyContext,
  caller: Caller,
  { label, permissions = [] }: BodyOf<typeof addApiKey>,
): Promise<{ key: string; apiKey: ApiKey }> {
  const company = await getOrCreateOwnCompany(context, caller);
  const name = parseOneLine(label, 'label');
  if (name === '') throw new AppError('BAD_REQUEST', { errors: ['label'] });
  const key = PREFIX + randomBytes(32).toString('base64url');
  const row: StoreKey = {
    id: newId(),
    companyId: company.id,
    label: name,
    tail: key.slice(-TAIL_LENGTH),
    permissions: sortPermissions(permissions),
    createdAt: context.now(),
    lastUsedAt: null,
  };
  await context.db.transaction().execute(async (tx) => {
    await lockCompany(tx, company.id);
    if ((await listKeys(tx, company.id)).length >= MAX_KEYS) throw new AppError('CONFLICT');
    await sql`insert into company_keys (id, company_id, label, digest, tail, permissions, created_at)
      values (${row.id}, ${row.companyId}, ${row.label}, ${digestOf(key)}, ${row.tail}, ${row.permissions}::text[],
        ${row.createdAt})`.execute(tx);
    await auditKey(context, tx, caller, 'API key made', row);
  });
  return { key, apiKey: keyDto(row) };
}

/** Returns each permission once, in the order of their list. */
const sortPermissions = (permissions: readonly StorePermission[]): StorePermission[] =>
  STORE_PERMISSIONS.filter((permission) => permissions.includes(permission));

/** NOT_FOUND: the company has no active key with this id. */
export async function revokeKey(context: CompanyContext, caller: Caller, id: string): Promise<void> {
  const company = await getOrCreateOwnCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const key = await lockKey(tx, company.id, id);
    await sql`update company_keys set revoked_at = ${context.now()} where id = ${key.id}`.execute(tx);
    await refuseForbiddenInstructions(context, tx, caller, { ...key, permissions: [] });
    await auditKey(context, tx, caller, 'API key revoked', key);
  });
  await startDelivery(context);
}

/** Sets a key's money permissions. Waiting instructions that it is no longer allowed are refused. NOT_FOUND */
export async function setKeyPermissions(
  context: CompanyContext,
  caller: Caller,
  id: string,
  requestedPermissions: readonly StorePermission[],
): Promise<ApiKey> {
  const company = await getOrCreateOwnCompany(context, caller);
  const permissions = sortPermissions(requestedPermissions);
  const row = await context.db.transaction().execute(async (tx) => {
    const key = { ...(await lockKey(tx, company.id, id)), permissions };
    await sql`update company_keys set permissions = ${permissions}::text[] where id = ${key.id}`.execute(tx);
    await refuseForbiddenInstructions(context, tx, caller, key);
    await auditKey(context, tx, caller, 'API key permissions set', key);
    return key;
  });
  await startDelivery(context);
  return keyDto(row);
}

/** Locks an active key together with its store's row, which decisions about its instructions also lock. NOT_FOUND */
async function lockKey(tx: Tx, companyId: string, id: string): Promise<StoreKey> {
  await lockCompany(tx, companyId);
  const { rows } = await sql<StoreKey>`select ${ROW} from company_keys
    where id = ${isId(id) ? id : null} and company_id = ${companyId} and revoked_at is null for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}

async function refuseForbiddenInstructions(
  context: CompanyContext,
  tx: Tx,
  caller: Caller,
  { id, companyId, permissions }: StoreKey,
): Promise<void> {
  const at = context.now();
  for (const subject of await refuseInstructionsOfKey(tx, id, { but: permissions, by: caller.userId, at }))
    await insertEvent(tx, { companyId, kind: 'instruction.refused', subject, at });
}

const auditKey = (
  context: CompanyContext,
  tx: Tx,
  { userId }: Caller,
  action: string,
  { id, permissions }: StoreKey,
): Promise<void> =>
  appendAudit(
    tx,
    { actorId: userId, action, subjectId: userId, detail: { key: id, permissions: permissions.join(' ') } },
    context.now(),
  );

/** Returns the store and the key of a program's request. INVALID_API_KEY. */
export async function authenticateKey(
  context: CompanyContext,
  token: string | null,
): Promise<{ company: CompanyRow; key: StoreKey }> {
  if (!token?.startsWith(PREFIX) || token.length > 100) throw new AppError('INVALID_API_KEY');
  const { rows } = await sql<StoreKey>`select ${ROW} from company_keys
    where digest = ${digestOf(token)} and revoked_at is null`.execute(context.db);
  const [key] = rows;
  const company = key ? await findCompany(context.db, key.companyId) : null;
  if (!key || company === null) throw new AppError('INVALID_API_KEY');
  await sql`update company_keys set last_used_at = ${context.now()}
    where id = ${key.id} and (last_used_at is null or last_used_at < ${context.now()}::timestamptz - ${LAST_USED_PRECISION}::interval)`.execute(
    context.db,
  );
  return { company, key };
}

export const getCompanyOfKey = async (context: CompanyContext, token: string | null): Promise<CompanyRow> =>
  (await authenticateKey(context, token)).company;

/**
 * Checks a permission under the lock of its store. INVALID_API_KEY: revoked in the meantime; API_KEY_PERMISSION
 * (`permission`).
 */
export async function requirePermission(tx: Tx, id: string, permission: StorePermission): Promise<void> {
  const { rows } = await sql<StoreKey>`select ${ROW} from company_keys
    where id = ${id} and revoked_at is null`.execute(tx);
  if (!rows[0]) throw new AppError('INVALID_API_KEY');
  if (!rows[0].permissions.includes(permission))
    throw new AppError('API_KEY_PERMISSION', { data: { permission } });
}
