/** What is wrong with the exchange itself, and that somebody hears of it and takes it on. Decision 76. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@sarraf/domain';
import type { Http } from '../platform/http/http.ts';
import type { AlarmsDeps } from './deps.ts';
import { escalate } from './escalate.ts';
import { look } from './look.ts';
import type { AlarmCheck } from './ports.ts';
import { addRoutes } from './routes.ts';
import { sendByAllWays } from './send.ts';
import { countUnacknowledged, forgetAlarms } from './store.ts';

export type { AlarmReader, AlarmsDeps } from './deps.ts';
export type { AlarmCall, AlarmCheck, AlarmFinding } from './ports.ts';
export { TryLater } from './ports.ts';

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
const FORGOTTEN_AT_ONCE = 100;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** Each by itself: whatever hangs or fails holds up none of the others. */
  async function again(what: string, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((err: unknown) => log.warn({ area: 'alarms', what, err }, 'alarms not worked on'));
      await sleep(BEAT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const forget = () =>
    db.transaction().execute((tx) => forgetAlarms(tx, new Date(clock.now() - KEPT_MS), FORGOTTEN_AT_ONCE));

  return {
    routes: (http) => addRoutes(http, deps),
    countUnacknowledged: () => countUnacknowledged(db),
    start(checks) {
      running = Promise.all([
        ...checks.map((check) => again(check.name, () => look(deps, check))),
        again('escalation', async () => {
          await escalate(deps);
          await forget();
        }),
        ...sendByAllWays(deps).map((send) => again('sending', send)),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
