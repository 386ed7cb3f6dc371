/** What is wrong with the exchange itself, and that somebody hears of it and takes it on. Decision 76. */
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
  /** Those that last and nobody has taken on; at most 1,000. */
  countUnacknowledged(): Promise<number>;
  /**
   * Looks at the conditions and tells people, in every worker, not only the writer's: the rows say whose turn it is. That there
   * is no writer is one of the alarms.
   */
  start(checks: readonly AlarmCheck[]): void;
  stop(): Promise<void>;
}

const BEAT_MS = 2_000;
const KEPT_MS = 400 * DAY_MS;
const FORGET_EVERY_MS = MINUTE_MS;
const FORGOTTEN_AT_ONCE = 100;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** Each by itself: whatever hangs or fails holds up none of the others. */
  async function again(what: string, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((err: unknown) => log.warn({ area: 'alarms', what, err }, 'alarms not worked on'));
      await sleep(untilBeat(BEAT_MS), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Not before it is due, which the rows say: another process may look then, and has it put off by that. */
  function inTime(check: AlarmCheck): () => Promise<void> {
    let dueAt = Number.NEGATIVE_INFINITY;
    return async () => {
      const now = clock.now();
      // A clock that went back makes nothing wait for longer than a look does.
      if (now < dueAt && dueAt - now <= check.everyMs) return;
      dueAt = Number.NEGATIVE_INFINITY;
      dueAt = await runAlarmCheck(deps, check);
    };
  }

  /** Mostly nothing is: whether anything is due is asked once for all. */
  const due = askTogether(() => findDue(db, new Date(clock.now())));

  let forgottenAt = Number.NEGATIVE_INFINITY;
  async function forget(): Promise<void> {
    const now = clock.now();
    if (now - forgottenAt < FORGET_EVERY_MS) return;
    await db.transaction().execute((tx) => forgetAlarms(tx, new Date(now - KEPT_MS), FORGOTTEN_AT_ONCE));
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
