import { AppError, cleanPasted, formatAmount, normalizeEmail } from '@sarraf/domain';
import type { StaffCompany, StaffCompanyFile } from '@sarraf/domain/contracts';
import { type AuditEntry, appendAudit, readAudit } from '../platform/database/audit-log.ts';
import { asPage, readPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { companyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { settlementAddressOf } from './settlements/settlement-address.ts';
import { findWaits } from './settlements/settlement-store.ts';
import {
  type CompanyRow,
  findCompany,
  listCompanies,
  lockCompany,
  readReceiptSums,
  setBlocked,
} from './store.ts';

/**
 * Lists all stores, newest first, or the one that was searched; the read is audited, the typed text isn't: it may
 * identify a person who has no account here.
 */
export async function pageOfCompanies(
  context: CompanyContext,
  staffId: string,
  { query: typed, ...query }: Parameters<typeof readPage>[0] & { query?: string },
): Promise<{ content: StaffCompany[]; nextCursor: string | null }> {
  const page = readPage(query);
  const found = typed === undefined ? null : await idOf(context, cleanPasted(typed));
  const listed = typed !== undefined && found === null ? [] : await listCompanies(context.db, page, found);
  const { rows, nextCursor } = asPage(listed, page);
  await auditAccess(
    context,
    typed === undefined
      ? { actorId: staffId, action: 'companies listed', subjectId: null, detail: { shown: rows.length } }
      : { actorId: staffId, action: 'company searched', subjectId: rows[0]?.userId ?? null },
  );
  const [owners, waits] = await Promise.all([
    context.people.findAll(rows.map(({ userId }) => userId)),
    findWaits(
      context.db,
      rows.map(({ id }) => id),
    ),
  ]);
  const content = await Promise.all(
    rows.map((row) => shown(context, row, owners.get(row.userId)?.email ?? '', waits.get(row.id) ?? null)),
  );
  return { content, nextCursor };
}

/** Returns an id unchanged, or the id of the owner with this e-mail address; null: unknown. */
async function idOf(context: CompanyContext, typed: string): Promise<string | null> {
  if (isId(typed)) return typed;
  const email = normalizeEmail(typed);
  return email === null ? null : ((await context.people.findByEmail(email))?.id ?? null);
}

/** Returns one store with its settings. NOT_FOUND. */
export async function readCompany(
  context: CompanyContext,
  staffId: string,
  id: string,
): Promise<StaffCompanyFile> {
  const row = await companyForStaff(context, staffId, id);
  const [owners, waits, sums, { phone, paymentLink, tag, next, change }] = await Promise.all([
    context.people.findAll([row.userId]),
    findWaits(context.db, [row.id]),
    readReceiptSums(context.db, row.id),
    companyDto(context, row),
  ]);
  return {
    ...(await shown(context, row, owners.get(row.userId)?.email ?? '', waits.get(row.id) ?? null)),
    settled: formatAmount(sums.received - sums.refunded - sums.receipts, 'TOMAN'),
    phone,
    paymentLink,
    tag,
    next,
    change,
  };
}

async function shown(
  context: CompanyContext,
  row: CompanyRow,
  email: string,
  waits: string | null,
): Promise<StaffCompany> {
  const [{ name }, sums] = await Promise.all([
    context.companyFacts(row.userId),
    readReceiptSums(context.db, row.id),
  ]);
  const place = settlementAddressOf(row, context.now());
  const toman = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    id: row.id,
    userId: row.userId,
    name,
    email,
    received: toman(sums.received),
    refunded: toman(sums.refunded),
    receipts: toman(sums.receipts),
    coinEntity: place?.coin ?? null,
    cryptoNetwork: place?.tokenType ?? null,
    walletAddress: place?.address ?? null,
    perTime: row.perTime,
    paused: row.pausedAt !== null,
    blockedReason: row.blockedReason,
    waits,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

const READ = 'company read';

/** Returns a store for a staff member; audited. NOT_FOUND. */
async function companyForStaff(context: CompanyContext, staffId: string, id: string): Promise<CompanyRow> {
  const company = await companyOf(context, id);
  await auditAccess(context, { actorId: staffId, action: READ, subjectId: company.userId });
  return company;
}

async function companyOf(context: CompanyContext, id: string): Promise<CompanyRow> {
  const company = isId(id) ? await findCompany(context.db, id) : null;
  if (company === null) throw new AppError('NOT_FOUND');
  return company;
}

/** Duration of a visit to a store: its lists are read one by one, and belong to the same audit entry. */
const VISIT_MS = 10 * 60_000;
const LAST_LOOKS = 20;

/** Returns a store for one of its lists; audited unless it belongs to a visit that was. NOT_FOUND. */
export async function readCompanyAudited(
  context: CompanyContext,
  staffId: string,
  id: string,
): Promise<CompanyRow> {
  const company = await companyOf(context, id);
  const last = await readAudit(context.db, { subjectId: company.userId, limit: LAST_LOOKS });
  const since = context.now().getTime() - VISIT_MS;
  const open = last.some(
    ({ actorId, action, at }) => actorId === staffId && action === READ && at.getTime() >= since,
  );
  return open ? company : companyForStaff(context, staffId, id);
}

const auditAccess = ({ db, now }: CompanyContext, entry: AuditEntry): Promise<void> =>
  db.transaction().execute((tx) => appendAudit(tx, entry, now()));

/**
 * Blocks or unblocks a store. NOT_FOUND; CONFLICT: already in that state; SECOND_PERSON_NEEDED: the caller's own
 * store.
 */
export async function blockCompany(
  context: CompanyContext,
  staffId: string,
  id: string,
  { blocked, reason }: { blocked: boolean; reason: string },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const company = isId(id) ? await lockCompany(tx, id) : null;
    if (company === null) throw new AppError('NOT_FOUND');
    if (company.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (blocked === (company.blockedAt !== null)) throw new AppError('CONFLICT');
    await setBlocked(tx, id, blocked ? { at: context.now(), reason } : null);
    const action = blocked ? 'company blocked' : 'company unblocked';
    await appendAudit(
      tx,
      { actorId: staffId, action, subjectId: company.userId, detail: { reason } },
      context.now(),
    );
  });
}
