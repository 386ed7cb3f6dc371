import { AppError } from '@sarraf/domain';
import type { User } from '../identity/index.ts';
import type { Caller } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import type { CompanyContext } from './deps.ts';
import { type CompanyRow, findCompany, findCompanyByOwner, insertCompany } from './store.ts';

/** Returns the caller's store, created at the first call. COMPANY_ONLY: the account is not a company's. */
export async function getOrCreateOwnCompany(
  context: CompanyContext,
  caller: Pick<Caller, 'userId' | 'customerKind'>,
): Promise<CompanyRow> {
  if (caller.customerKind !== 'COMPANY') throw new AppError('COMPANY_ONLY');
  const existing = await findCompanyByOwner(context.db, caller.userId);
  if (existing) return existing;
  await context.db.transaction().execute((tx) => insertCompany(tx, caller.userId, context.now()));
  const created = await findCompanyByOwner(context.db, caller.userId);
  if (created === null) throw new Error('the created company was not found');
  return created;
}

const isActiveCompany = (company: CompanyRow, owner: User | null): boolean =>
  company.blockedAt === null &&
  owner !== null &&
  owner.blockedAt === null &&
  owner.authenticationType === 'AUTHORIZED' &&
  owner.customerKind === 'COMPANY';

/** COMPANY_NOT_ACTIVE: the store or its owner is blocked, or not verified. */
export async function assertCompanyActive(context: CompanyContext, company: CompanyRow): Promise<void> {
  if (!isActiveCompany(company, await context.people.find(company.userId)))
    throw new AppError('COMPANY_NOT_ACTIVE');
}

/** OWNER_FROZEN: its owner has frozen the account, which blocks all outgoing payments of the store. */
export async function assertOwnerNotFrozen(context: CompanyContext, { userId }: CompanyRow): Promise<void> {
  const owner = await context.people.find(userId);
  if (owner === null || owner.frozenAt !== null) throw new AppError('OWNER_FROZEN');
}

/** Returns the store of a payment link. NOT_FOUND, COMPANY_NOT_ACTIVE. */
export async function getOpenCompany(context: CompanyContext, id: string): Promise<CompanyRow> {
  const company = isId(id) ? await findCompany(context.db, id) : null;
  if (company === null) throw new AppError('NOT_FOUND');
  await assertCompanyActive(context, company);
  return company;
}
