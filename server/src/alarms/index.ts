/** Alarms about the exchange itself: they reach staff, and a staff member acknowledges them. Decision 76. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import { ALARM_CHANNELS } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { coalesceConcurrentCalls, msUntilTick } from '../platform/jobs/together.ts';
import type { AlarmsDeps } from './deps.ts';
import { escalateDueAlarms } from './escalate.ts';
import type { AlarmCheck } from './ports.ts';
import { addRoutes } from './routes.ts';
import { runAlarmCheck } from './run-check.ts';
import { sendDueMessages } from './send.ts';
import { countUnacknowledgedAlarms, deleteEndedAlarms, findDue } from './store.ts';

export type { AlarmRecipient, AlarmsDeps } from './deps.ts';
export type { AlarmCall, AlarmCheck, AlarmFinding } from './ports.ts';
export { TryLaterError } from './ports.ts';
export { readCheckMemory } from './store.ts';

export interface Alarms {
  routes(http: Http): void;
  /** Counts alarms that last and aren't acknowledged; at most 1,000. */
  countUnacknowledged(): Promise<number>;
  /**
   * Runs the checks and sends messages, in every worker, not only the writer's: the rows say whose turn it is. A
   * missing writer is itself one of the alarms.
   */
  start(checks: readonly AlarmCheck[]): void;
  stop(): Promise<void>;
}

const INTERVAL_MS = 2_000;
const RETENTION_MS = 400 * DAY_MS;
const DELETION_INTERVAL_MS = MINUTE_MS;
const DELETION_BATCH_SIZE = 100;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** Repeats each task separately: one that hangs or fails delays none of the others. */
  async function runRepeatedly(taskName: string, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((err: unknown) =>
        log.warn({ area: 'alarms', what: taskName, err }, 'alarms not worked on'),
      );
      await sleep(msUntilTick(INTERVAL_MS), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Runs a check when it is due by its row: another process may have run it, which postpones it. */
  function runWhenDue(check: AlarmCheck): () => Promise<void> {
    let dueAt = Number.NEGATIVE_INFINITY;
    return async () => {
      const now = clock.now();
      // A clock that went back delays a check by no more than its interval.
      if (now < dueAt && dueAt - now <= check.everyMs) return;
      dueAt = Number.NEGATIVE_INFINITY;
      dueAt = await runAlarmCheck(deps, check);
    };
  }

  /** Usually nothing is due: concurrent callers share one query. */
  const findDueWork = coalesceConcurrentCalls(() => findDue(db, new Date(clock.now())));

  let deletedAt = Number.NEGATIVE_INFINITY;
  async function deleteOldAlarms(): Promise<void> {
    const now = clock.now();
    if (now - deletedAt < DELETION_INTERVAL_MS) return;
    await db
      .transaction()
      .execute((tx) => deleteEndedAlarms(tx, new Date(now - RETENTION_MS), DELETION_BATCH_SIZE));
    deletedAt = now;
  }

  return {
    routes: (http) => addRoutes(http, deps),
    countUnacknowledged: () => countUnacknowledgedAlarms(db),
    start(checks) {
      running = Promise.all([
        ...checks.map((check) => runRepeatedly(check.name, runWhenDue(check))),
        runRepeatedly('escalation', async () => {
          if ((await findDueWork()).steps) await escalateDueAlarms(deps);
          await deleteOldAlarms();
        }),
        ...ALARM_CHANNELS.map((way) =>
          runRepeatedly('sending', async () => {
            if ((await findDueWork()).ways.includes(way)) await sendDueMessages(deps, way);
          }),
        ),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
