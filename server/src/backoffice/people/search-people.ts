import {
  AppError,
  cleanPastedValue,
  extractDigits,
  maskEmail,
  normalizeEmail,
  normalizeMobile,
} from '@sarraf/domain';
import type { findPeople, PersonRow, QueryOf } from '@sarraf/domain/contracts';
import type { User, UserFilter } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { fullNameOf, isReviewer } from '../staff.ts';

type Query = QueryOf<typeof findPeople>;
interface SearchResult {
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
export async function searchPeople(
  context: BackofficeContext,
  caller: Caller,
  query: Query,
): Promise<SearchResult> {
  const filter = buildUserFilter(query);
  const filtered = Object.keys(filter).length > 0;
  if (filtered === (query.query !== undefined)) throw new AppError('BAD_REQUEST', { errors: ['query'] });
  if (query.query !== undefined) return searchByIdentifier(context, caller.userId, query.query);
  if (!isReviewer(caller)) throw new AppError('FORBIDDEN');
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(await context.people.list(filter, page), page);
  const detail = { ...filter, shown: rows.length };
  const entry = { actorId: caller.userId, action: 'people listed', subjectId: null, detail };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
  return { content: await Promise.all(rows.map((user) => toPersonRow(context, user))), nextCursor };
}

const buildUserFilter = ({ state, level, kind, country, blocked }: Query): UserFilter => ({
  ...(state !== undefined && { authenticationType: state }),
  ...(level !== undefined && { level }),
  ...(kind !== undefined && { customerKind: kind }),
  ...(country !== undefined && { countryName: country }),
  ...(blocked !== undefined && { blocked }),
});

/** The typed text is not audited: it may identify a person who has no account here. */
async function searchByIdentifier(
  context: BackofficeContext,
  staffId: string,
  searchText: string,
): Promise<SearchResult> {
  const user = await findByIdentifier(context, cleanPastedValue(searchText));
  const auditEntry = { actorId: staffId, action: 'person searched', subjectId: user?.id ?? null };
  await context.db.transaction().execute((tx) => appendAudit(tx, auditEntry, context.now()));
  return { content: user === null ? [] : [await toPersonRow(context, user)], nextCursor: null };
}

/** Returns whether the text is a whole identifier, as `findByIdentifier` expects it. */
export const isPersonIdentifier = (searchText: string): boolean =>
  isId(searchText) || normalizeEmail(searchText) !== null || parseMobile(searchText) !== null;

export async function findByIdentifier(
  { people }: BackofficeContext,
  searchText: string,
): Promise<User | null> {
  if (isId(searchText)) return people.find(searchText);
  const email = normalizeEmail(searchText);
  if (email !== null) return people.findByEmail(email);
  const mobile = parseMobile(searchText);
  return mobile === null ? null : people.findByMobile(mobile);
}

/** Without a prefix it is an Iranian number. */
function parseMobile(searchText: string): string | null {
  const mobile = normalizeMobile(searchText, '+98');
  return mobile === 'PREFIX' ? `+${extractDigits(searchText).replace(/^00/, '')}` : mobile;
}

export async function toPersonRow(context: BackofficeContext, user: User): Promise<PersonRow> {
  // A user who never submitted anything has no waiting time: the row shows their sign-up time.
  const since = (await context.verification.findSubmittedAt(user.id)) ?? user.createdAt;
  return {
    id: user.id,
    name: fullNameOf(user),
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
