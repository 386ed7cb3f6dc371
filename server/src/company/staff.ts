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
 * All stores, newest first, or the one of what was typed; that somebody looked is written down, what was typed isn't: it
 * may be an identifier of somebody who isn't even here.
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

/** An id as it is, or the owner's of an e-mail address; null: nobody's. */
async function idOf(context: CompanyContext, typed: string): Promise<string | null> {
  if (isId(typed)) return typed;
  const email = normalizeEmail(typed);
  return email === null ? null : ((await context.people.findByEmail(email))?.id ?? null);
}

/** One store with what it is set to. NOT_FOUND. */
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

/** A store that one of the staff looks at; written down. NOT_FOUND. */
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

/** How long a store that was opened is open: its lists come one by one, and are the same look. */
const VISIT_MS = 10 * 60_000;
const LAST_LOOKS = 20;

/** The same for a list of it; written down unless it belongs to a look that was. NOT_FOUND. */
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

/** Stops a store, or lets it work again. NOT_FOUND; CONFLICT: it is so already; SECOND_PERSON_NEEDED: the own store. */
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
