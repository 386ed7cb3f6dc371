import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmsDeps } from './deps.ts';
import { ALARM_KIND_SETTINGS } from './kinds.ts';
import type { AlarmCheck, AlarmFinding } from './ports.ts';
import {
  addAlarm,
  type CheckRun,
  claimCheckRun,
  commitCheckRun,
  deleteUnconfirmedAlarm,
  dropAlarmMessages,
  findLastCheckOf,
  lockAlarmsFoundBy,
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
export async function runAlarmCheck(deps: Deps, check: AlarmCheck, timeoutMs = TIMEOUT_MS): Promise<number> {
  const { db, clock, log } = deps;
  const run = await claimCheckRun(db, check.name, check.everyMs, new Date(clock.now()));
  if (run === null) {
    const lastStart = await findLastCheckOf(db, check.name);
    return lastStart === null ? clock.now() : lastStart.getTime() + check.everyMs;
  }
  const result = await runWithTimeout(check, run.memory, timeoutMs).catch((err: unknown) => {
    log.warn({ area: 'alarms', check: check.name, err }, 'an alarm check failed');
    return null;
  });
  await applyFindings(deps, check.name, run, result);
  return run.begunAt.getTime() + check.everyMs;
}

type CheckResult = Awaited<ReturnType<AlarmCheck['look']>>;

async function runWithTimeout(check: AlarmCheck, memory: unknown, timeoutMs: number): Promise<CheckResult> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`not in ${timeoutMs} ms`)), timeoutMs);
  return Promise.race([check.look(memory), timeout.promise]).finally(() => clearTimeout(timer));
}

const findingKey = ({ kind, subject }: Pick<AlarmFinding, 'kind' | 'subject'>): string =>
  `${kind} ${subject}`;

/** `seen`: null when the check failed; existing alarms then stay as they are. */
function applyFindings(
  { db, clock, log }: Deps,
  name: string,
  run: CheckRun,
  result: CheckResult | null,
): Promise<void> {
  const now = new Date(clock.now());
  const missingFigures: AlarmFinding = { kind: 'FIGURES_MISSING', subject: name };
  const findings = result?.findings.slice(0, MAX_RESULTS) ?? [missingFigures];
  const findingsByKey = new Map(findings.map((finding) => [findingKey(finding), finding]));
  return db.transaction().execute(async (tx) => {
    if (!(await commitCheckRun(tx, name, run, result ? result.memory : run.memory))) return;
    for (const alarm of await lockAlarmsFoundBy(tx, name)) {
      const finding = findingsByKey.get(findingKey(alarm));
      findingsByKey.delete(findingKey(alarm));
      if (finding) {
        const updated = updateFound(alarm, finding, now);
        if (updated.raisedAt !== alarm.raisedAt)
          log.error({ area: 'alarms', kind: alarm.kind, subject: alarm.subject }, 'an alarm is raised');
        await saveAlarm(tx, updated);
      } else if (result !== null) {
        if (alarm.raisedAt === null) await deleteUnconfirmedAlarm(tx, alarm.id);
        else {
          const cleared = updateGone(alarm, now);
          if (cleared.clearedAt !== null) await dropAlarmMessages(tx, alarm.id, now);
          await saveAlarm(tx, cleared);
        }
      }
    }
    for (const finding of findingsByKey.values())
      await addAlarm(tx, name, finding, finding.severity ?? ALARM_KIND_SETTINGS[finding.kind].severity, now);
  });
}

/** Updates an alarm that was found again: now long enough, worse, or unchanged. */
function updateFound(alarm: StoredAlarm, finding: AlarmFinding, now: Date): StoredAlarm {
  const { severity, holdMs } = ALARM_KIND_SETTINGS[alarm.kind];
  const updated = { ...alarm, figure: finding.figure ?? null, lastSeenAt: now, goneAt: null };
  const isWorse = (finding.severity ?? severity) === 'PAGE' && alarm.severity === 'TICKET';
  const isRaised = alarm.raisedAt === null && now.getTime() - alarm.seenAt.getTime() >= holdMs;
  if (isWorse) updated.severity = 'PAGE';
  if (isRaised) updated.raisedAt = now;
  // Acknowledging a ticket does not acknowledge a page.
  if (isRaised || (isWorse && updated.raisedAt !== null))
    Object.assign(updated, { step: 0, nextStepAt: now, acknowledgedAt: null });
  return updated;
}

/** Updates an alarm that was not found: it is over once that has lasted. */
function updateGone(alarm: StoredAlarm, now: Date): StoredAlarm {
  if (alarm.goneAt === null) return { ...alarm, goneAt: now };
  if (now.getTime() - alarm.goneAt.getTime() < CLEAR_AFTER_MS) return alarm;
  return { ...alarm, clearedAt: now, nextStepAt: null };
}
