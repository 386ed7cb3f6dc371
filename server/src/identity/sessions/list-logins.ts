import type { LoginRecord, loginHistory, QueryOf } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { maxCountedRows, parsePage, toPage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { countryOf } from '../country-of.ts';
import type { IdentityContext, LoginOrigin } from '../deps.ts';

type Row = LoginOrigin & { id: string; createdAt: Date; isSuccessful: boolean };

/** Returns sign-ins to this account and failed attempts; newest first. BAD_REQUEST: invalid page or cursor. */
export async function listLogins(
  context: IdentityContext,
  { userId }: Caller,
  query: QueryOf<typeof loginHistory>,
): Promise<{ content: LoginRecord[]; nextCursor: string | null; totalPages?: number }> {
  const page = parsePage(query);
  const { rows } = await sql<Row>`select id, created_at as "createdAt", successful as "isSuccessful",
      os_type as "osType", device_type as "deviceType", browser, ip
    from login_attempts
    where user_id = ${userId} and (${page.before}::uuid is null or id < ${page.before})
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(context.db);
  const resultPage = toPage(rows, page);
  const content = resultPage.rows.map(({ createdAt, ip, ...row }) => ({
    ...row,
    loginRequestedDateTime: createdAt.toISOString(),
    ipAddress: ip,
    countryCode: countryOf(ip),
  }));
  const { nextCursor } = resultPage;
  if (query.page === undefined) return { content, nextCursor };
  const { rows: countRows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from login_attempts where user_id = ${userId} limit ${maxCountedRows(page)}
    ) found`.execute(context.db);
  return { content, nextCursor, totalPages: Math.ceil((countRows[0]?.count ?? 0) / page.size) };
}
