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
 * Finds the user with exactly this e-mail, mobile or id; or lists those who match all filters. No role can list all
 * users, and filtered lists are only for roles that work with all users.
 *
 * BAD_REQUEST (query): neither or both are given; unknown cursor. FORBIDDEN: filters, and the caller is no
 * reviewer.
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

/** The typed text is not audited: it may identify a person who has no account here. */
async function searchOne(context: BackofficeContext, staffId: string, typed: string): Promise<Found> {
  const user = await findTyped(context, cleanPasted(typed));
  const found = { actorId: staffId, action: 'person searched', subjectId: user?.id ?? null };
  await context.db.transaction().execute((tx) => appendAudit(tx, found, context.now()));
  return { content: user === null ? [] : [await asRow(context, user)], nextCursor: null };
}

/** Returns whether the text is a whole identifier, as `findTyped` expects it. */
export const namesOnePerson = (typed: string): boolean =>
  isId(typed) || normalizeEmail(typed) !== null || mobileOf(typed) !== null;

export async function findTyped({ people }: BackofficeContext, typed: string): Promise<User | null> {
  if (isId(typed)) return people.find(typed);
  const email = normalizeEmail(typed);
  if (email !== null) return people.findByEmail(email);
  const mobile = mobileOf(typed);
  return mobile === null ? null : people.findByMobile(mobile);
}

/** Without a prefix it is an Iranian number. */
function mobileOf(typed: string): string | null {
  const mobile = normalizeMobile(typed, '+98');
  return mobile === 'PREFIX' ? `+${onlyDigits(typed).replace(/^00/, '')}` : mobile;
}

export async function asRow(context: BackofficeContext, user: User): Promise<PersonRow> {
  // A user who never submitted anything has no waiting time: the row shows their sign-up time.
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
