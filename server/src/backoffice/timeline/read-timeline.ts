import { AppError } from '@sarraf/domain';
import type { personTimeline, QueryOf, TimelineEntry } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requirePerson } from '../staff.ts';
import { SOURCES, type SourceEntry, type SourcePage } from './sources.ts';

type Positions = Map<string, string>;

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
  const positions = parseCursor(query.cursor);
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
      const page = await SOURCES[name]?.(db, user.id, positions.get(name) ?? null, size + 1);
      return { name, page: page ?? { entries: [], looked: null } };
    }),
  );
  const { entries, next } = mergePages(new Map(pages.map(({ name, page }) => [name, page])), size, positions);
  return { content: await toTimelineEntries(context, entries), nextCursor: next && formatCursor(next) };
}

/** Merges the newest entries of all sources, but none older than the position that any source has scanned to. */
export function mergePages(
  pages: ReadonlyMap<string, SourcePage>,
  size: number,
  before: Positions,
): { entries: SourceEntry[]; next: Positions | null } {
  const scannedUntil = Math.max(
    ...[...pages.values()].map(({ looked }) => looked?.at.getTime() ?? -Infinity),
  );
  const candidates = [...pages]
    .flatMap(([name, { entries }]) => entries.map((entry) => ({ name, entry })))
    .sort((a, b) => b.entry.at.getTime() - a.entry.at.getTime());
  const withinScan = candidates.filter(({ entry }) => entry.at.getTime() >= scannedUntil);
  const selected = withinScan.slice(0, size);
  const nextPositions = new Map(before);
  for (const { name, entry } of selected) nextPositions.set(name, entry.place);
  // A source whose entries are all included continues where it stopped scanning.
  for (const [name, { entries, looked }] of pages)
    if (looked && selected.filter((candidate) => candidate.name === name).length === entries.length)
      nextPositions.set(name, looked.place);
  const isMore = candidates.length > selected.length || scannedUntil > -Infinity;
  return { entries: selected.map(({ entry }) => entry), next: isMore ? nextPositions : null };
}

/** `a812.o019…`: the letter of each source and its position. */
const formatCursor = (places: Positions): string =>
  [...places].map(([name, position]) => name + position).join('.');

const POSITION = /^(?:[0-9]{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|done)$/;

function parseCursor(text: string | undefined): Positions {
  const parts = text?.split('.') ?? [];
  const positions = new Map(parts.map((part): [string, string] => [part.slice(0, 1), part.slice(1)]));
  const isValidPosition = ([name, position]: [string, string]): boolean =>
    name in SOURCES &&
    POSITION.test(position) &&
    (name === 'a') === /^[0-9]+$/.test(position) &&
    (name === 's') === (position === 'done');
  if (![...positions].every(isValidPosition)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return positions;
}

async function toTimelineEntries(
  context: BackofficeContext,
  entries: SourceEntry[],
): Promise<TimelineEntry[]> {
  const actors = entries.flatMap(({ actorId }) => actorId ?? []);
  const staff = await context.people.findAll([...new Set(actors)]);
  return entries.map(({ place: _position, actorId, at, ...fields }) => ({
    ...fields,
    at: at.toISOString(),
    actor: staff.get(actorId ?? '')?.email ?? '',
  }));
}
