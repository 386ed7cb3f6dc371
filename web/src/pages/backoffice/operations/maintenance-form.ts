/** Choices for the expected end; KEEP: as announced before. */
export const ENDS = ['UNKNOWN', 'M30', 'H1', 'H2', 'H6', 'D1'] as const;
export type End = (typeof ENDS)[number] | 'KEEP';

const MINUTE = 60_000;
/** In milliseconds. */
export const LASTS: Readonly<Record<Exclude<End, 'UNKNOWN' | 'KEEP'>, number>> = {
  M30: 30 * MINUTE,
  H1: 60 * MINUTE,
  H2: 120 * MINUTE,
  H6: 360 * MINUTE,
  D1: 1_440 * MINUTE,
};

/** `now`: milliseconds since 1970; `before`: the time announced before. */
export function expectedEndOf(end: End, now: number, before: string | null): string | null {
  if (end === 'UNKNOWN') return null;
  return end === 'KEEP' ? before : new Date(now + LASTS[end]).toISOString();
}

/** Returns the choices; a past time can't be kept. */
export const endsFor = (before: string | null, now: number): readonly End[] =>
  before !== null && Date.parse(before) > now ? ['KEEP', ...ENDS] : ENDS;
