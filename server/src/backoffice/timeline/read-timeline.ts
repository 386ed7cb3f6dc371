import { AppError } from '@sarraf/domain';
import type { personTimeline, QueryOf, TimelineEntry } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requirePerson } from '../staff.ts';
import { SOURCES, type SourceEntry, type SourcePage } from './sources.ts';

type Places = Map<string, string>;

/**
 * Returns a page of a user's timeline, with a reason that is audited before any of it is sent. A page can be short,
 * or even empty, while more follow. NOT_FOUND: no user with this id. BAD_REQUEST: unknown cursor.
 */
export async function readTimeline(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  query: QueryOf<typeof personTimeline>,
): Promise<{ content: TimelineEntry[]; nextCursor: string | null }> {
  const { db } = context;
  const places = readCursor(query.cursor);
  const size = query.size ?? 10;
  const user = await requirePerson(context, id);
  const accessed = {
    actorId: caller.userId,
    action: 'person story read',
    subjectId: user.id,
    detail: { reason: query.reason },
  };
  await db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
  const names = Object.keys(SOURCES);
  const pages = await Promise.all(
    names.map(async (name) => {
      const page = await SOURCES[name]?.(db, user.id, places.get(name) ?? null, size + 1);
      return { name, page: page ?? { entries: [], looked: null } };
    }),
  );
  const { shown, next } = merge(new Map(pages.map(({ name, page }) => [name, page])), size, places);
  return { content: await asEntries(context, shown), nextCursor: next && writeCursor(next) };
}

/** Merges the newest entries of all sources, but none older than the position that any source has scanned to. */
export function merge(
  pages: ReadonlyMap<string, SourcePage>,
  size: number,
  before: Places,
): { shown: SourceEntry[]; next: Places | null } {
  const horizon = Math.max(...[...pages.values()].map(({ looked }) => looked?.at.getTime() ?? -Infinity));
  const found = [...pages]
    .flatMap(([name, { entries }]) => entries.map((entry) => ({ name, entry })))
    .sort((a, b) => b.entry.at.getTime() - a.entry.at.getTime());
  const reached = found.filter(({ entry }) => entry.at.getTime() >= horizon);
  const taken = reached.slice(0, size);
  const next = new Map(before);
  for (const { name, entry } of taken) next.set(name, entry.place);
  // A source whose entries are all included continues where it stopped scanning.
  for (const [name, { entries, looked }] of pages)
    if (looked && taken.filter((one) => one.name === name).length === entries.length)
      next.set(name, looked.place);
  const isMore = found.length > taken.length || horizon > -Infinity;
  return { shown: taken.map(({ entry }) => entry), next: isMore ? next : null };
}

/** `a812.o019…`: the letter of each source and its position. */
const writeCursor = (places: Places): string => [...places].map(([name, place]) => name + place).join('.');

const PLACE = /^(?:[0-9]{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|done)$/;

function readCursor(text: string | undefined): Places {
  const parts = text?.split('.') ?? [];
  const places = new Map(parts.map((part): [string, string] => [part.slice(0, 1), part.slice(1)]));
  const isKnown = ([name, place]: [string, string]): boolean =>
    name in SOURCES &&
    PLACE.test(place) &&
    (name === 'a') === /^[0-9]+$/.test(place) &&
    (name === 's') === (place === 'done');
  if (![...places].every(isKnown)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return places;
}

async function asEntries(context: BackofficeContext, entries: SourceEntry[]): Promise<TimelineEntry[]> {
  const actors = entries.flatMap(({ actorId }) => actorId ?? []);
  const staff = await context.people.findAll([...new Set(actors)]);
  return entries.map(({ place: _place, actorId, at, ...told }) => ({
    ...told,
    at: at.toISOString(),
    actor: staff.get(actorId ?? '')?.email ?? '',
  }));
}
