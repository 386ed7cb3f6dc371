import { AppError } from '@sarraf/domain';
import { isId } from '../ids.ts';

export interface Page {
  /** Rows to query: one more than the page has, to know whether more follow. */
  limit: number;
  size: number;
  offset: number;
  /** Rows with an id below this one (ids are time-ordered); null: from the start. */
  before: string | null;
}

const MAX_OFFSET = 1_000;

/**
 * Parses `page` and `size`, or `cursor`. Distant pages need a cursor, so that no request's work grows with the
 * rows.
 */
export function parsePage(query: { page?: number; size?: number; cursor?: string }): Page {
  const size = query.size ?? 10;
  const offset = query.cursor ? 0 : ((query.page ?? 1) - 1) * size;
  if (offset > MAX_OFFSET) throw new AppError('BAD_REQUEST', { errors: ['page'] });
  if (query.cursor !== undefined && !isId(query.cursor))
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { limit: size + 1, size, offset, before: query.cursor ?? null };
}

/** Maximum number of rows that are counted: those that numbered pages reach. */
export const maxCountedRows = ({ size }: Page): number => MAX_OFFSET + size;

/** Removes the extra row and returns the next cursor. */
export function toPage<R extends { id: string }>(
  rows: R[],
  page: Page,
): { rows: R[]; nextCursor: string | null } {
  const visible = rows.slice(0, page.size);
  return { rows: visible, nextCursor: rows.length > page.size ? (visible.at(-1)?.id ?? null) : null };
}

/** Parses `from` and `to` of a list, ISO 8601; null: not given. BAD_REQUEST (from, to). */
export function parseTimeSpan({ from, to }: { from?: string; to?: string }): {
  from: Date | null;
  to: Date | null;
} {
  const span = { from: parseIsoTime(from), to: parseIsoTime(to) };
  const invalid = Object.entries(span).filter(([, at]) => at !== null && Number.isNaN(at.getTime()));
  if (invalid.length > 0) throw new AppError('BAD_REQUEST', { errors: invalid.map(([name]) => name) });
  return span;
}

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const parseIsoTime = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(ISO_TIME.test(text) ? text : Number.NaN);
