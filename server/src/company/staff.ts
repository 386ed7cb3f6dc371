import { formatAmount, Refusal } from '@sarraf/domain';
import type { DeskCompany } from '@sarraf/domain/contracts';
import { type AuditEntry, appendAudit } from '../platform/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { asPage, readPage } from '../platform/rows.ts';
import type { Kit } from './deps.ts';
import { placeOf } from './place.ts';
import { findWaits } from './settlement-store.ts';
import { type CompanyRow, findCompany, listCompanies, lockCompany, readSums, setBlocked } from './store.ts';

/** All stores, newest first; that somebody looked is written down. */
export async function pageOfCompanies(
  kit: Kit,
  staffId: string,
  query: Parameters<typeof readPage>[0],
): Promise<{ content: DeskCompany[]; nextCursor: string | null }> {
  const page = readPage(query);
  const { rows, nextCursor } = asPage(await listCompanies(kit.db, page), page);
  await look(kit, {
    actorId: staffId,
    action: 'companies listed',
    subjectId: null,
    detail: { shown: rows.length },
  });
  const [owners, waits] = await Promise.all([
    kit.people.findAll(rows.map(({ userId }) => userId)),
    findWaits(
      kit.db,
      rows.map(({ id }) => id),
    ),
  ]);
  const content = await Promise.all(
    rows.map((row) => shown(kit, row, owners.get(row.userId)?.email ?? '', waits.get(row.id) ?? null)),
  );
  return { content, nextCursor };
}

async function shown(kit: Kit, row: CompanyRow, email: string, waits: string | null): Promise<DeskCompany> {
  const [{ name }, sums] = await Promise.all([kit.shopFacts(row.userId), readSums(kit.db, row.id)]);
  const place = placeOf(row, kit.now());
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

/** A store that one of the staff looks at; written down. NOT_FOUND. */
export async function companyForStaff(kit: Kit, staffId: string, id: string): Promise<CompanyRow> {
  const company = isId(id) ? await findCompany(kit.db, id) : null;
  if (company === null) throw new Refusal('NOT_FOUND');
  await look(kit, { actorId: staffId, action: 'company read', subjectId: company.userId });
  return company;
}

const look = ({ db, now }: Kit, entry: AuditEntry): Promise<void> =>
  db.transaction().execute((tx) => appendAudit(tx, entry, now()));

/** Stops a store, or lets it work again. NOT_FOUND; CONFLICT: it is so already; SECOND_PERSON_NEEDED: the own store. */
export async function blockCompany(
  kit: Kit,
  staffId: string,
  id: string,
  { blocked, reason }: { blocked: boolean; reason: string },
): Promise<void> {
  await kit.db.transaction().execute(async (tx) => {
    const company = isId(id) ? await lockCompany(tx, id) : null;
    if (company === null) throw new Refusal('NOT_FOUND');
    if (company.userId === staffId) throw new Refusal('SECOND_PERSON_NEEDED');
    if (blocked === (company.blockedAt !== null)) throw new Refusal('CONFLICT');
    await setBlocked(tx, id, blocked ? { at: kit.now(), reason } : null);
    const action = blocked ? 'company blocked' : 'company unblocked';
    await appendAudit(
      tx,
      { actorId: staffId, action, subjectId: company.userId, detail: { reason } },
      kit.now(),
    );
  });
}
