import { AppError, cleanPastedValue, formatAmount, normalizeEmail } from '@sarraf/domain';
import type { StaffCompany, StaffCompanyDetail } from '@sarraf/domain/contracts';
import { type AuditEntry, appendAudit, readAudit } from '../platform/database/audit-log.ts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { companyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { settlementAddressOf } from './settlements/settlement-address.ts';
import { findWaitReasons } from './settlements/settlement-store.ts';
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
export async function readCompanyPage(
  context: CompanyContext,
  staffId: string,
  { query: searchText, ...query }: Parameters<typeof parsePage>[0] & { query?: string },
): Promise<{ content: StaffCompany[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const searchedId =
    searchText === undefined ? null : await findSearchedId(context, cleanPastedValue(searchText));
  const listed =
    searchText !== undefined && searchedId === null ? [] : await listCompanies(context.db, page, searchedId);
  const { rows, nextCursor } = toPage(listed, page);
  await auditAccess(
    context,
    searchText === undefined
      ? { actorId: staffId, action: 'companies listed', subjectId: null, detail: { shown: rows.length } }
      : { actorId: staffId, action: 'company searched', subjectId: rows[0]?.userId ?? null },
  );
  const [owners, waits] = await Promise.all([
    context.people.findAll(rows.map(({ userId }) => userId)),
    findWaitReasons(
      context.db,
      rows.map(({ id }) => id),
    ),
  ]);
  const content = await Promise.all(
    rows.map((row) =>
      staffCompanyDto(context, row, owners.get(row.userId)?.email ?? '', waits.get(row.id) ?? null),
    ),
  );
  return { content, nextCursor };
}

/** Returns an id unchanged, or the id of the owner with this e-mail address; null: unknown. */
async function findSearchedId(context: CompanyContext, searchText: string): Promise<string | null> {
  if (isId(searchText)) return searchText;
  const email = normalizeEmail(searchText);
  return email === null ? null : ((await context.people.findByEmail(email))?.id ?? null);
}

/** Returns one store with its settings. NOT_FOUND. */
export async function readCompany(
  context: CompanyContext,
  staffId: string,
  id: string,
): Promise<StaffCompanyDetail> {
  const row = await getCompanyAudited(context, staffId, id);
  const [owners, waits, sums, { phone, paymentLink, tag, next, change }] = await Promise.all([
    context.people.findAll([row.userId]),
    findWaitReasons(context.db, [row.id]),
    readReceiptSums(context.db, row.id),
    companyDto(context, row),
  ]);
  return {
    ...(await staffCompanyDto(context, row, owners.get(row.userId)?.email ?? '', waits.get(row.id) ?? null)),
    settled: formatAmount(sums.received - sums.refunded - sums.receipts, 'TOMAN'),
    phone,
    paymentLink,
    tag,
    next,
    change,
  };
}

async function staffCompanyDto(
  context: CompanyContext,
  row: CompanyRow,
  email: string,
  waits: string | null,
): Promise<StaffCompany> {
  const [{ name }, sums] = await Promise.all([
    context.readCompanyFacts(row.userId),
    readReceiptSums(context.db, row.id),
  ]);
  const currentAddress = settlementAddressOf(row, context.now());
  const formatToman = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    id: row.id,
    userId: row.userId,
    name,
    email,
    received: formatToman(sums.received),
    refunded: formatToman(sums.refunded),
    receipts: formatToman(sums.receipts),
    coinEntity: currentAddress?.coin ?? null,
    cryptoNetwork: currentAddress?.tokenType ?? null,
    walletAddress: currentAddress?.address ?? null,
    perTime: row.perTime,
    paused: row.pausedAt !== null,
    blockedReason: row.blockedReason,
    waits,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

const READ = 'company read';

/** Returns a store for a staff member; audited. NOT_FOUND. */
async function getCompanyAudited(context: CompanyContext, staffId: string, id: string): Promise<CompanyRow> {
  const company = await getCompany(context, id);
  await auditAccess(context, { actorId: staffId, action: READ, subjectId: company.userId });
  return company;
}

async function getCompany(context: CompanyContext, id: string): Promise<CompanyRow> {
  const company = isId(id) ? await findCompany(context.db, id) : null;
  if (company === null) throw new AppError('NOT_FOUND');
  return company;
}

/** Duration of a visit to a store: its lists are read one by one, and belong to the same audit entry. */
const AUDITED_VISIT_MS = 10 * 60_000;
const MAX_ENTRIES_CHECKED = 20;

/** Returns a store for one of its lists; audited unless it belongs to a visit that was. NOT_FOUND. */
export async function readCompanyAudited(
  context: CompanyContext,
  staffId: string,
  id: string,
): Promise<CompanyRow> {
  const company = await getCompany(context, id);
  const recentEntries = await readAudit(context.db, {
    subjectId: company.userId,
    limit: MAX_ENTRIES_CHECKED,
  });
  const since = context.now().getTime() - AUDITED_VISIT_MS;
  const isVisitAudited = recentEntries.some(
    ({ actorId, action, at }) => actorId === staffId && action === READ && at.getTime() >= since,
  );
  return isVisitAudited ? company : getCompanyAudited(context, staffId, id);
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
