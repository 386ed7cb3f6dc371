/**
 * The continuous audit: follows the books and the audit log within seconds, checks everything anew again and again, and
 * stops what leaves when a law is broken. Decision 52.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Violation } from '../audit/index.ts';
import type { Http } from '../platform/http/http.ts';
import { checkEverything } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { createFollow } from './follow-chains.ts';
import { createRaise } from './raise-violations.ts';
import { addRoutes } from './routes.ts';

export { ALL_LAWS, checkEverything, checkHeads } from './check-everything.ts';
export { CHECKPOINT_FILE, type Checkpoints, openCheckpoints } from './checkpoints.ts';
export type { WatchDeps } from './deps.ts';
export type { Witness, WitnessMessage } from './ports.ts';

const FOLLOW_EVERY_MS = 1_000;
/** Between two checks of everything, and at least nine times as long as one takes: a tenth of one processor at most. */
const RECHECK_AFTER_MS = 3_000;
const RECHECK_SHARE = 9;
const HOLDINGS_EVERY_MS = MINUTE_MS;
const STATE_EVERY_MS = 10_000;
/** So long without a round that came through is an alarm. */
const BLIND_AFTER_MS = MINUTE_MS;

const HOLDINGS_LAW = 'as much is held on the chains as is booked';

export interface Watch {
  routes(http: Http): void;
  start(): void;
  stop(): Promise<void>;
}

export function createWatch(deps: WatchDeps): Watch {
  const { db, clock, log, ledger } = deps;
  const { followBooks, followAuditLog } = createFollow(deps);
  const raise = createRaise(deps);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let shortBefore = new Set<string>();
  let stateAt = Number.NEGATIVE_INFINITY;

  async function follow(): Promise<void> {
    let behind = true;
    while (behind && !stopping.signal.aborted && ledger.isWriter()) {
      const followed = await followBooks();
      await raise(followed.violations);
      behind = followed.behind;
    }
    await raise((await followAuditLog()).violations);
    if (clock.now() - stateAt < STATE_EVERY_MS) return;
    stateAt = clock.now();
    await sql`update watch_state set followed_at = ${new Date(stateAt)},
      batch = ${deps.checkpoints.of('books')?.number ?? '0'}::bigint`.execute(db);
  }

  async function recheck(): Promise<number> {
    const begun = performance.now();
    await raise(await checkEverything(db, deps.booksKey));
    const took = performance.now() - begun;
    await sql`update watch_state set rechecked_at = ${new Date(clock.now())},
      recheck_ms = ${Math.round(took)}`.execute(db);
    return Math.max(RECHECK_AFTER_MS, RECHECK_SHARE * took);
  }

  /** Twice in a row: what is being booked just now looks like a shortage for a moment. */
  async function checkHoldings(): Promise<void> {
    const found = await deps.findShortages();
    const names = new Map(found.map((row) => [JSON.stringify([row.asset, row.tokenType]), row]));
    const twice: Violation[] = [...names]
      .filter(([name]) => shortBefore.has(name))
      .map(([, { asset, tokenType }]) => ({ law: HOLDINGS_LAW, row: { asset, tokenType } }));
    shortBefore = new Set(names.keys());
    await raise(twice);
  }

  /** Again and again, for as long as this process settles the books; answers when it was stopped. */
  async function again(what: string, work: () => Promise<number>): Promise<void> {
    let well = performance.now();
    while (!stopping.signal.aborted) {
      let pause = FOLLOW_EVERY_MS;
      try {
        if (ledger.isWriter()) pause = await work();
        well = performance.now();
      } catch (err) {
        const blind = performance.now() - well > BLIND_AFTER_MS;
        const say = blind ? 'error' : 'warn';
        log[say](
          { area: 'watch', event: blind ? 'blind' : 'failed', what, err },
          'the books could not be checked',
        );
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    routes: (http) => addRoutes(http, deps),
    start() {
      running = Promise.all([
        again('new batches', async () => {
          await follow();
          return FOLLOW_EVERY_MS;
        }),
        again('everything', recheck),
        again('holdings', async () => {
          await checkHoldings();
          return HOLDINGS_EVERY_MS;
        }),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
