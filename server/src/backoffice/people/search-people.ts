import {
  AppError,
  cleanPasted,
  maskEmail,
  normalizeEmail,
  normalizeMobile,
  onlyDigits,
} from '@sarraf/domain';
import type { findPeople, PersonRow, QueryOf } from '@sarraf/domain/contracts';
import type { User, UserFilter } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { asPage, readPage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { isReviewer, nameOf } from '../staff.ts';

type Query = QueryOf<typeof findPeople>;
interface Found {
  content: PersonRow[];
  nextCursor: string | null;
}

/**
 * The person of exactly this e-mail, mobile or id, if there is one; or those whom all filters fit. Nobody leafs through
 * everybody, and through a part of them only those whose work all people are.
 *
 * BAD_REQUEST (query): neither is asked for, or both are; an unknown cursor. FORBIDDEN: filters, and the caller reviews nobody.
 */
export async function searchPeople(context: BackofficeContext, caller: Caller, query: Query): Promise<Found> {
  const filter = filterOf(query);
  const filtered = Object.keys(filter).length > 0;
  if (filtered === (query.query !== undefined)) throw new AppError('BAD_REQUEST', { errors: ['query'] });
  if (query.query !== undefined) return searchOne(context, caller.userId, query.query);
  if (!isReviewer(caller)) throw new AppError('FORBIDDEN');
  const page = readPage(query);
  const { rows, nextCursor } = asPage(await context.people.list(filter, page), page);
  const detail = { ...filter, shown: rows.length };
  const entry = { actorId: caller.userId, action: 'people listed', subjectId: null, detail };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
  return { content: await Promise.all(rows.map((user) => asRow(context, user))), nextCursor };
}

const filterOf = ({ state, level, kind, country, blocked }: Query): UserFilter => ({
  ...(state !== undefined && { authenticationType: state }),
  ...(level !== undefined && { level }),
  ...(kind !== undefined && { customerKind: kind }),
  ...(country !== undefined && { countryName: country }),
  ...(blocked !== undefined && { blocked }),
});

/** What was typed is not written down: it may be an identifier of somebody who isn't even here. */
async function searchOne(context: BackofficeContext, staffId: string, typed: string): Promise<Found> {
  const user = await findTyped(context, cleanPasted(typed));
  const found = { actorId: staffId, action: 'person searched', subjectId: user?.id ?? null };
  await context.db.transaction().execute((tx) => appendAudit(tx, found, context.now()));
  return { content: user === null ? [] : [await asRow(context, user)], nextCursor: null };
}

/** Whether it is a whole identifier, as `findTyped` looks for. */
export const namesOnePerson = (typed: string): boolean =>
  isId(typed) || normalizeEmail(typed) !== null || mobileOf(typed) !== null;

export async function findTyped({ people }: BackofficeContext, typed: string): Promise<User | null> {
  if (isId(typed)) return people.find(typed);
  const email = normalizeEmail(typed);
  if (email !== null) return people.findByEmail(email);
  const mobile = mobileOf(typed);
  return mobile === null ? null : people.findByMobile(mobile);
}

/** Without a prefix it is one of Iran's. */
function mobileOf(typed: string): string | null {
  const mobile = normalizeMobile(typed, '+98');
  return mobile === 'PREFIX' ? `+${onlyDigits(typed).replace(/^00/, '')}` : mobile;
}

export async function asRow(context: BackofficeContext, user: User): Promise<PersonRow> {
  // Who never submitted anything has waited for nothing: the row says since when they are here.
  const since = (await context.verification.submittedAt(user.id)) ?? user.createdAt;
  return {
    id: user.id,
    name: nameOf(user),
    email: maskEmail(user.email),
    customerKind: user.customerKind,
    countryName: user.countryName ?? '',
    authenticationType: user.authenticationType,
    level: user.level,
    blocked: user.blockedAt !== null,
    submittedAtDateTime: since.toISOString(),
    createdAtDateTime: user.createdAt.toISOString(),
  };
}
