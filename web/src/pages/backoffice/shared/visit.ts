import { BACKOFFICE_SECTIONS, type BackofficeSection, getBackofficePath, sectionNames } from './places.ts';
import { QUEUE_STATES, type QueueState } from './queries.ts';

/** Why and from where a person's file was opened; stored in the history entry, so it ends with the visit. */
export interface PersonAccess {
  reason: string;
  from: 'reviews' | 'people' | 'recoveries' | 'tickets';
  /** The part of the queue being processed. */
  queue: QueueState | null;
}

const SOURCE_SECTIONS = ['reviews', 'recoveries', 'tickets'] as const;

/** The reason in the audit log for files opened from the queue. */
export const REVIEW_REASON = 'review';

export const getPersonPath = (id: string): string => `/backoffice/people/${id}`;

/** Parses the state of a link to a person; null if the address was opened directly. */
export function parsePersonAccess(state: unknown): PersonAccess | null {
  if (typeof state !== 'object' || state === null) return null;
  const { reason, from, queue } = state as Partial<Record<keyof PersonAccess, unknown>>;
  if (typeof reason !== 'string' || reason === '') return null;
  return {
    reason,
    from: SOURCE_SECTIONS.find((candidate) => candidate === from) ?? 'people',
    queue: QUEUE_STATES.find((candidate) => candidate === queue) ?? null,
  };
}

/** Returns the open section of the back office; a person's file belongs to the section it was opened from. */
export function activeSection(pathname: string, state: unknown): BackofficeSection | null {
  const path = pathname.replace(/\/$/, '');
  if (path.startsWith(`${getBackofficePath('people')}/`)) return parsePersonAccess(state)?.from ?? 'people';
  const place = sectionNames.find((name) => getBackofficePath(name) === path);
  if (place) return place;
  return (
    sectionNames.find(
      (name) => 'within' in BACKOFFICE_SECTIONS[name] && path.startsWith(`${getBackofficePath(name)}/`),
    ) ?? null
  );
}
