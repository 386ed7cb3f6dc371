import type { RefusalReason } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Secrets, toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { CompanyData } from '../profile-store.ts';

const DATA = 'company_applications.data_encrypted';

/** A user's application for a company account. */
export interface ApplicationRow {
  id: string;
  userId: string;
  data: CompanyData;
  /** Increases with each application and each change of this user. */
  version: number;
  state: 'PENDING' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN';
  submittedAt: Date;
  decidedAt: Date | null;
  reasons: RefusalReason[];
  note: string;
}

const APPLICATION = sql`id, user_id as "userId", data_encrypted as data, version, state, submitted_at as "submittedAt",
  decided_at as "decidedAt", reasons, note`;

type SealedApplication = Omit<ApplicationRow, 'data'> & { data: Buffer };
const openApplication = (secrets: Secrets, row: SealedApplication | undefined): ApplicationRow | null =>
  row
    ? { ...row, data: JSON.parse(secrets.decrypt(row.data, DATA, toOwnedRowKey(row.id, row.userId))) }
    : null;

export async function findNewestApplication(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<ApplicationRow | null> {
  const { rows } = await sql<SealedApplication>`select ${APPLICATION} from company_applications
    where user_id = ${userId} order by version desc limit 1`.execute(db);
  return openApplication(secrets, rows[0]);
}

/** The user must be locked, as before every change of an application. */
export async function findApplication(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<ApplicationRow | null> {
  const { rows } =
    await sql<SealedApplication>`select ${APPLICATION} from company_applications where id = ${id}`.execute(
      db,
    );
  return openApplication(secrets, rows[0]);
}

/** Counts the user's applications since a time. */
export async function countApplications(tx: Tx, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select submitted_at from company_applications where user_id = ${userId} order by version desc limit 100) newest
    where submitted_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertApplication(
  tx: Tx,
  secrets: Secrets,
  { userId, data, version }: Pick<ApplicationRow, 'userId' | 'data' | 'version'>,
  now: Date,
): Promise<void> {
  const id = newId();
  const sealed = secrets.encrypt(JSON.stringify(data), DATA, toOwnedRowKey(id, userId));
  await sql`insert into company_applications (id, user_id, data_encrypted, version, state, submitted_at)
    values (${id}, ${userId}, ${sealed}, ${version}, 'PENDING', ${now})`.execute(tx);
}

/** A pending application keeps its position in the queue. */
export async function changeApplication(
  tx: Tx,
  secrets: Secrets,
  { id, userId, data }: Pick<ApplicationRow, 'id' | 'userId' | 'data'>,
): Promise<void> {
  const sealed = secrets.encrypt(JSON.stringify(data), DATA, toOwnedRowKey(id, userId));
  await sql`update company_applications
    set data_encrypted = ${sealed}, version = version + 1
    where id = ${id}`.execute(tx);
}

export async function closeApplication(
  tx: Tx,
  id: string,
  decision: {
    /** Null: withdrawn by the user. */
    by: string | null;
    state: 'APPROVED' | 'REFUSED' | 'WITHDRAWN';
    reasons?: readonly RefusalReason[];
    note?: string;
  },
  now: Date,
): Promise<void> {
  const { by, state, reasons = [], note = '' } = decision;
  await sql`update company_applications set state = ${state}, decided_at = ${now}, decided_by = ${by},
      reasons = ${[...reasons]}::text[], note = ${note} where id = ${id}`.execute(tx);
}
