import { isPausable, listPausableNames, PAUSE_SCOPES, type Pausable, type PauseScope } from '@sarraf/domain';
import type { StaffPause } from '@sarraf/domain/contracts';
import { DURATIONS_MS, type EndChoice } from './maintenance-form.ts';

/** Choices for the start of a pause; KEEP: as planned before. */
export const START_CHOICES = ['NOW', 'M30', 'H1', 'H2', 'H6', 'D1'] as const;
export type StartChoice = (typeof START_CHOICES)[number] | 'KEEP';

export interface PauseForm {
  /** '' while nothing is chosen. */
  what: string;
  fa: string;
  en: string;
  begin: StartChoice;
  end: EndChoice;
}

export const EMPTY_PAUSE_FORM: PauseForm = { what: '', fa: '', en: '', begin: 'NOW', end: 'UNKNOWN' };

export const toChoiceKey = ({ scope, name }: Pausable): string => `${scope} ${name}`;

/** Null: nothing is chosen. */
export function parseChoice(what: string): Pausable | null {
  const [scope, name = ''] = what.split(' ');
  const pausable = { scope: scope as PauseScope, name };
  return PAUSE_SCOPES.includes(pausable.scope) && isPausable(pausable) ? pausable : null;
}

/** Returns everything without a current or planned pause. */
export function listChoices(pauses: readonly Pausable[]): Pausable[] {
  const pausedKeys = new Set(pauses.map(toChoiceKey));
  const all = PAUSE_SCOPES.flatMap((scope) => listPausableNames(scope).map((name) => ({ scope, name })));
  return all.filter((one) => !pausedKeys.has(toChoiceKey(one)));
}

export const toPauseForm = (pause: StaffPause, now: number): PauseForm => ({
  what: toChoiceKey(pause),
  ...pause.text,
  begin: isFuturePause(pause, now) ? 'KEEP' : 'NOW',
  end: pause.endsAt === null ? 'UNKNOWN' : 'KEEP',
});

export const isFuturePause = ({ beginsAt }: Pick<StaffPause, 'beginsAt'>, now: number): boolean =>
  Date.parse(beginsAt) > now;

/**
 * `now`: milliseconds since 1970; `before`: the existing pause, null for a new one. A duration starts at the start
 * of a future pause, and now for one that has started.
 */
export function computePauseTimes(
  { begin, end }: Pick<PauseForm, 'begin' | 'end'>,
  now: number,
  existing: Pick<StaffPause, 'beginsAt' | 'endsAt'> | null,
): { beginsAt: string | null; endsAt: string | null } {
  const beginsAt =
    begin === 'NOW'
      ? null
      : begin === 'KEEP'
        ? (existing?.beginsAt ?? null)
        : new Date(now + DURATIONS_MS[begin]).toISOString();
  if (end === 'UNKNOWN') return { beginsAt, endsAt: null };
  if (end === 'KEEP') return { beginsAt, endsAt: existing?.endsAt ?? null };
  const from = beginsAt === null ? now : Date.parse(beginsAt);
  return { beginsAt, endsAt: new Date(from + DURATIONS_MS[end]).toISOString() };
}
