/** When people may come back, as staff chooses it; KEEP: as it was said before. */
export const ENDS = ['UNKNOWN', 'M30', 'H1', 'H2', 'H6', 'D1'] as const;
export type End = (typeof ENDS)[number] | 'KEEP';

const MINUTE = 60_000;
/** Milliseconds. */
export const LASTS: Readonly<Record<Exclude<End, 'UNKNOWN' | 'KEEP'>, number>> = {
  M30: 30 * MINUTE,
  H1: 60 * MINUTE,
  H2: 120 * MINUTE,
  H6: 360 * MINUTE,
  D1: 1_440 * MINUTE,
};

/** `now`: milliseconds since 1970; `before`: what was said until now. */
export function expectedEndOf(end: End, now: number, before: string | null): string | null {
  if (end === 'UNKNOWN') return null;
  return end === 'KEEP' ? before : new Date(now + LASTS[end]).toISOString();
}

/** One that has passed can't be kept. */
export const endsFor = (before: string | null, now: number): readonly End[] =>
  before !== null && Date.parse(before) > now ? ['KEEP', ...ENDS] : ENDS;
