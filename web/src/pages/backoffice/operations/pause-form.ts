import { isPausable, PAUSE_SCOPES, type Pausable, type PauseScope, pausableNames } from '@sarraf/domain';
import type { StaffPause } from '@sarraf/domain/contracts';
import { type End, LASTS } from './maintenance-form.ts';

/** Choices for the start of a pause; KEEP: as planned before. */
export const BEGINS = ['NOW', 'M30', 'H1', 'H2', 'H6', 'D1'] as const;
export type Begin = (typeof BEGINS)[number] | 'KEEP';

export interface PauseForm {
  /** '' while nothing is chosen. */
  what: string;
  fa: string;
  en: string;
  begin: Begin;
  end: End;
}

export const NO_PAUSE: PauseForm = { what: '', fa: '', en: '', begin: 'NOW', end: 'UNKNOWN' };

export const whatOf = ({ scope, name }: Pausable): string => `${scope} ${name}`;

/** Null: nothing is chosen. */
export function pausableOf(what: string): Pausable | null {
  const [scope, name = ''] = what.split(' ');
  const one = { scope: scope as PauseScope, name };
  return PAUSE_SCOPES.includes(one.scope) && isPausable(one) ? one : null;
}

/** Returns everything without a current or planned pause. */
export function choicesFor(pauses: readonly Pausable[]): Pausable[] {
  const taken = new Set(pauses.map(whatOf));
  const all = PAUSE_SCOPES.flatMap((scope) => pausableNames(scope).map((name) => ({ scope, name })));
  return all.filter((one) => !taken.has(whatOf(one)));
}

export const formOf = (pause: StaffPause, now: number): PauseForm => ({
  what: whatOf(pause),
  ...pause.text,
  begin: isToCome(pause, now) ? 'KEEP' : 'NOW',
  end: pause.endsAt === null ? 'UNKNOWN' : 'KEEP',
});

export const isToCome = ({ beginsAt }: Pick<StaffPause, 'beginsAt'>, now: number): boolean =>
  Date.parse(beginsAt) > now;

/**
 * `now`: milliseconds since 1970; `before`: the existing pause, null for a new one. A duration starts at the start
 * of a future pause, and now for one that has started.
 */
export function timesOf(
  { begin, end }: Pick<PauseForm, 'begin' | 'end'>,
  now: number,
  before: Pick<StaffPause, 'beginsAt' | 'endsAt'> | null,
): { beginsAt: string | null; endsAt: string | null } {
  const beginsAt =
    begin === 'NOW'
      ? null
      : begin === 'KEEP'
        ? (before?.beginsAt ?? null)
        : new Date(now + LASTS[begin]).toISOString();
  if (end === 'UNKNOWN') return { beginsAt, endsAt: null };
  if (end === 'KEEP') return { beginsAt, endsAt: before?.endsAt ?? null };
  const from = beginsAt === null ? now : Date.parse(beginsAt);
  return { beginsAt, endsAt: new Date(from + LASTS[end]).toISOString() };
}
