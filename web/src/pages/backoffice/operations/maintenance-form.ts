/** Choices for the expected end; KEEP: as announced before. */
export const END_CHOICES = ['UNKNOWN', 'M30', 'H1', 'H2', 'H6', 'D1'] as const;
export type EndChoice = (typeof END_CHOICES)[number] | 'KEEP';

const MINUTE = 60_000;
/** In milliseconds. */
export const DURATIONS_MS: Readonly<Record<Exclude<EndChoice, 'UNKNOWN' | 'KEEP'>, number>> = {
  M30: 30 * MINUTE,
  H1: 60 * MINUTE,
  H2: 120 * MINUTE,
  H6: 360 * MINUTE,
  D1: 1_440 * MINUTE,
};

/** `now`: milliseconds since 1970; `before`: the time announced before. */
export function getExpectedEnd(end: EndChoice, now: number, announcedEnd: string | null): string | null {
  if (end === 'UNKNOWN') return null;
  return end === 'KEEP' ? announcedEnd : new Date(now + DURATIONS_MS[end]).toISOString();
}

/** Returns the choices; the announced end can be kept unless it has passed. */
export const listEndChoices = (announcedEnd: string | null, now: number): readonly EndChoice[] =>
  announcedEnd !== null && Date.parse(announcedEnd) > now ? ['KEEP', ...END_CHOICES] : END_CHOICES;
