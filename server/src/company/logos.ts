/** The logo of a store, which payers see next to its name. */
import { AppError } from '@sarraf/domain';
import type { Company } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import { readCompanyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { getOrCreateOwnCompany } from './own-company.ts';
import { auditCompany } from './save-company.ts';

/** INVALID_IMAGE; BAD_REQUEST: no file. */
export async function saveStoreLogo(
  context: CompanyContext,
  caller: Caller,
  file: Buffer | undefined,
): Promise<Company> {
  const company = await getOrCreateOwnCompany(context, caller);
  if (!file) throw new AppError('BAD_REQUEST', { errors: ['logo'] });
  const png = await context.drawLogo(file);
  await context.db.transaction().execute(async (tx) => {
    await sql`insert into company_logos (company_id, png, version, changed_at)
      values (${company.id}, ${png}, 1, ${context.now()})
      on conflict (company_id) do update set png = excluded.png, version = company_logos.version + 1,
        changed_at = excluded.changed_at`.execute(tx);
    await auditCompany(context, tx, caller, 'store logo changed');
  });
  return readCompanyDto(context, company.id);
}

export async function deleteStoreLogo(context: CompanyContext, caller: Caller): Promise<Company> {
  const company = await getOrCreateOwnCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    await sql`update company_logos set png = null, version = version + 1, changed_at = ${context.now()}
      where company_id = ${company.id}`.execute(tx);
    await auditCompany(context, tx, caller, 'store logo removed');
  });
  return readCompanyDto(context, company.id);
}

/** NOT_FOUND: there is none. */
export async function readLogo(db: Queryable, companyId: string): Promise<Buffer> {
  const { rows } = await sql<{ png: Buffer | null }>`select png from company_logos
    where company_id = ${isId(companyId) ? companyId : null}`.execute(db);
  const png = rows[0]?.png;
  if (!png) throw new AppError('NOT_FOUND');
  return png;
}
