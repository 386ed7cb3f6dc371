import { Refusal } from '@sarraf/domain';
import type { User } from '../identity/index.ts';
import type { Caller } from '../platform/http.ts';
import { isId } from '../platform/ids.ts';
import type { CompanyContext } from './deps.ts';
import { type CompanyRow, findCompany, findCompanyOf, insertCompany } from './store.ts';

/** The caller's store, made at the first call. COMPANY_ONLY: the account is not a company's. */
export async function shopOf(kit: CompanyContext, caller: Pick<Caller, 'userId' | 'customerKind'>): Promise<CompanyRow> {
  if (caller.customerKind !== 'COMPANY') throw new Refusal('COMPANY_ONLY');
  const known = await findCompanyOf(kit.db, caller.userId);
  if (known) return known;
  await kit.db.transaction().execute((tx) => insertCompany(tx, caller.userId, kit.now()));
  const made = await findCompanyOf(kit.db, caller.userId);
  if (made === null) throw new Error('a company was made and is not there');
  return made;
}

const isOpen = (company: CompanyRow, owner: User | null): boolean =>
  company.blockedAt === null &&
  owner !== null &&
  owner.blockedAt === null &&
  owner.authenticationType === 'AUTHORIZED' &&
  owner.customerKind === 'COMPANY';

/** COMPANY_NOT_ACTIVE: it or its owner is blocked, or not verified. */
export async function refuseClosed(kit: CompanyContext, company: CompanyRow): Promise<void> {
  if (!isOpen(company, await kit.people.find(company.userId))) throw new Refusal('COMPANY_NOT_ACTIVE');
}

/** By the id of a payment link. NOT_FOUND, COMPANY_NOT_ACTIVE. */
export async function requireOpenCompany(kit: CompanyContext, id: string): Promise<CompanyRow> {
  const company = isId(id) ? await findCompany(kit.db, id) : null;
  if (company === null) throw new Refusal('NOT_FOUND');
  await refuseClosed(kit, company);
  return company;
}
