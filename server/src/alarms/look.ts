import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmsDeps } from './deps.ts';
import { KINDS } from './kinds.ts';
import type { AlarmCheck, AlarmFinding } from './ports.ts';
import {
  addAlarm,
  type CheckRun,
  claimCheckRun,
  commitCheckRun,
  dropAlarm,
  dropMessages,
  lastLookOf,
  lockFoundBy,
  type StoredAlarm,
  saveAlarm,
} from './store.ts';

/** How long, and at least over two checks, a condition must be gone before its alarm is over. */
const CLEAR_AFTER_MS = 2 * MINUTE_MS;
/** More are part of the same incident. */
const MAX_RESULTS = 200;
/** Timeout of a check. */
const TIMEOUT_MS = 20_000;

type Deps = Pick<AlarmsDeps, 'db' | 'clock' | 'log'>;

/**
 * Runs the check if it is due and not claimed by another process; raises alarms for its findings and clears the
 * others. Returns when the next one is due, milliseconds since 1970.
 */
export async function runAlarmCheck(deps: Deps, check: AlarmCheck, patienceMs = TIMEOUT_MS): Promise<number> {
  const { db, clock, log } = deps;
  const begun = await claimCheckRun(db, check.name, check.everyMs, new Date(clock.now()));
  if (begun === null) {
    const last = await lastLookOf(db, check.name);
    return last === null ? clock.now() : last.getTime() + check.everyMs;
  }
  const seen = await inTime(check, begun.memory, patienceMs).catch((err: unknown) => {
    log.warn({ area: 'alarms', check: check.name, err }, 'an alarm check failed');
    return null;
  });
  await judge(deps, check.name, begun, seen);
  return begun.begunAt.getTime() + check.everyMs;
}

type Seen = Awaited<ReturnType<AlarmCheck['look']>>;

async function inTime(check: AlarmCheck, memory: unknown, patienceMs: number): Promise<Seen> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not in ${patienceMs} ms`)), patienceMs);
  return Promise.race([check.look(memory), late.promise]).finally(() => clearTimeout(timer));
}

const keyOf = ({ kind, subject }: Pick<AlarmFinding, 'kind' | 'subject'>): string => `${kind} ${subject}`;

/** `seen`: null when the check failed; existing alarms then stay as they are. */
function judge({ db, clock, log }: Deps, name: string, begun: CheckRun, seen: Seen | null): Promise<void> {
  const now = new Date(clock.now());
  const blind: AlarmFinding = { kind: 'FIGURES_MISSING', subject: name };
  const findings = seen?.findings.slice(0, MAX_RESULTS) ?? [blind];
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]));
  return db.transaction().execute(async (tx) => {
    if (!(await commitCheckRun(tx, name, begun, seen ? seen.memory : begun.memory))) return;
    for (const alarm of await lockFoundBy(tx, name)) {
      const finding = found.get(keyOf(alarm));
      found.delete(keyOf(alarm));
      if (finding) {
        const next = lasting(alarm, finding, now);
        if (next.raisedAt !== alarm.raisedAt)
          log.error({ area: 'alarms', kind: alarm.kind, subject: alarm.subject }, 'an alarm is raised');
        await saveAlarm(tx, next);
      } else if (seen !== null) {
        if (alarm.raisedAt === null) await dropAlarm(tx, alarm.id);
        else {
          const next = goneFrom(alarm, now);
          if (next.clearedAt !== null) await dropMessages(tx, alarm.id, now);
          await saveAlarm(tx, next);
        }
      }
    }
    for (const finding of found.values())
      await addAlarm(tx, name, finding, finding.severity ?? KINDS[finding.kind].severity, now);
  });
}

/** Updates an alarm that was found again: now long enough, worse, or unchanged. */
function lasting(alarm: StoredAlarm, finding: AlarmFinding, now: Date): StoredAlarm {
  const { severity, holdMs } = KINDS[alarm.kind];
  const next = { ...alarm, figure: finding.figure ?? null, lastSeenAt: now, goneAt: null };
  const worse = (finding.severity ?? severity) === 'PAGE' && alarm.severity === 'TICKET';
  const raised = alarm.raisedAt === null && now.getTime() - alarm.seenAt.getTime() >= holdMs;
  if (worse) next.severity = 'PAGE';
  if (raised) next.raisedAt = now;
  // Acknowledging a ticket does not acknowledge a page.
  if (raised || (worse && next.raisedAt !== null))
    Object.assign(next, { step: 0, nextStepAt: now, acknowledgedAt: null });
  return next;
}

/** Updates an alarm that was not found: it is over once that has lasted. */
function goneFrom(alarm: StoredAlarm, now: Date): StoredAlarm {
  if (alarm.goneAt === null) return { ...alarm, goneAt: now };
  if (now.getTime() - alarm.goneAt.getTime() < CLEAR_AFTER_MS) return alarm;
  return { ...alarm, clearedAt: now, nextStepAt: null };
}
