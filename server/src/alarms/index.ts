/** Alarms about the exchange itself: they reach staff, and a staff member acknowledges them. Decision 76. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import { ALARM_WAYS } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { askTogether, untilBeat } from '../platform/jobs/together.ts';
import type { AlarmsDeps } from './deps.ts';
import { escalate } from './escalate.ts';
import { runAlarmCheck } from './look.ts';
import type { AlarmCheck } from './ports.ts';
import { addRoutes } from './routes.ts';
import { sendAll } from './send.ts';
import { countUnacknowledged, findDue, forgetAlarms } from './store.ts';

export type { AlarmRecipient, AlarmsDeps } from './deps.ts';
export type { AlarmCall, AlarmCheck, AlarmFinding } from './ports.ts';
export { TryLater } from './ports.ts';
export { readMemory } from './store.ts';

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
const KEPT_MS = 400 * DAY_MS;
const FORGET_EVERY_MS = MINUTE_MS;
const DELETION_BATCH_SIZE = 100;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** Repeats each task separately: one that hangs or fails delays none of the others. */
  async function again(what: string, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((err: unknown) => log.warn({ area: 'alarms', what, err }, 'alarms not worked on'));
      await sleep(untilBeat(INTERVAL_MS), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Runs a check when it is due by its row: another process may have run it, which postpones it. */
  function inTime(check: AlarmCheck): () => Promise<void> {
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
  const due = askTogether(() => findDue(db, new Date(clock.now())));

  let forgottenAt = Number.NEGATIVE_INFINITY;
  async function forget(): Promise<void> {
    const now = clock.now();
    if (now - forgottenAt < FORGET_EVERY_MS) return;
    await db.transaction().execute((tx) => forgetAlarms(tx, new Date(now - KEPT_MS), DELETION_BATCH_SIZE));
    forgottenAt = now;
  }

  return {
    routes: (http) => addRoutes(http, deps),
    countUnacknowledged: () => countUnacknowledged(db),
    start(checks) {
      running = Promise.all([
        ...checks.map((check) => again(check.name, inTime(check))),
        again('escalation', async () => {
          if ((await due()).steps) await escalate(deps);
          await forget();
        }),
        ...ALARM_WAYS.map((way) =>
          again('sending', async () => {
            if ((await due()).ways.includes(way)) await sendAll(deps, way);
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
