/**
 * The continuous audit: follows the ledger and the audit log within seconds, rechecks everything periodically, and
 * stops outgoing payments when a law is broken. Decision 52.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@sarraf/domain';
import type { BooksCheck } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Violation } from '../audit/index.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { WorkThrottle } from '../platform/jobs/pace.ts';
import { readLatest, replicasNow } from '../platform/reads/reads.ts';
import { createBooksCheck } from './books-check.ts';
import { checkEverything } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { createHashChainChecker } from './follow-chains.ts';
import { createViolationReporter } from './raise-violations.ts';
import { createRecent } from './recheck-recent.ts';
import { addRoutes } from './routes.ts';
import { readWatchState, type WatchState } from './state.ts';

export { type Acceptance, acceptChains } from './accept-chains.ts';
export { ALL_LAWS, checkEverything, checkHeads } from './check-everything.ts';
export { CHECKPOINT_FILE, type Checkpoints, openCheckpoints } from './checkpoints.ts';
export type { WatchDeps } from './deps.ts';
export type { Witness, WitnessMessage } from './ports.ts';

const FOLLOW_EVERY_MS = 1_000;
/**
 * Everything is rechecked at this interval, or as often as a tenth of one processor allows: it pauses after each
 * law, and longer when trading needs the machine. Recent alterations are found by the round over the newest.
 */
const RECHECK_EVERY_MS = 3_000;
const RECHECK_SHARE = 9;
/**
 * A full round that is this fast also does the work of the round over the newest: that one pauses for as long after
 * it, and resumes when a full round takes longer, fails, or is at a replica.
 */
const QUICK_ROUND_MS = 4_000;
const COVERS_MS = RECHECK_EVERY_MS + QUICK_ROUND_MS;
/** Replicas, if there are any, get all rounds but the first of this many. */
const ROUNDS_OF_REPLICAS = 10;
const HOLDINGS_EVERY_MS = MINUTE_MS;
const STATE_EVERY_MS = 10_000;
/** An alarm is raised after this time without a successful round. */
const BLIND_AFTER_MS = MINUTE_MS;

const HOLDINGS_LAW = 'holdings on the chains cover the booked amounts';

export interface ContinuousAudit {
  routes(http: Http): void;
  /** Returns the public result. */
  check(): Promise<BooksCheck>;
  /** Returns the progress of the working process, and open violations that are not acknowledged. */
  state(): Promise<WatchState>;
  /** Starts checking; `pace` decides the pauses. */
  start(pace: WorkThrottle): void;
  stop(): Promise<void>;
}

export function createWatch(deps: WatchDeps): ContinuousAudit {
  const { db, clock, log, ledger } = deps;
  const check = createBooksCheck(deps);
  const { followBooks, followAuditLog } = createHashChainChecker(deps);
  const raise = createViolationReporter(deps);
  const recent = createRecent(deps);
  const findLastingShortages = createShortageFinder(deps);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let stateAt = Number.NEGATIVE_INFINITY;
  let rounds = 0;
  /** Until then the newest transfers need no round of their own. */
  let coveredUntil = Number.NEGATIVE_INFINITY;
  /** Start of the last run that left nothing unread. */
  let caughtUpAt = performance.now();

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  /** Returns whether there is more. */
  async function follow(pace: WorkThrottle): Promise<boolean> {
    const begun = performance.now();
    const rest = (ms: number) => pause(pace.restAfter(ms, performance.now() - caughtUpAt));
    const { violations, behind } = await followBooks(rest);
    if (!behind) caughtUpAt = begun;
    await raise(violations);
    await raise((await followAuditLog()).violations);
    if (clock.now() - stateAt < STATE_EVERY_MS) return behind;
    stateAt = clock.now();
    await sql`update watch_state set followed_at = ${new Date(stateAt)},
      batch = ${deps.checkpoints.of('books')?.number ?? '0'}::bigint`.execute(db);
    return behind;
  }

  async function recheck(pace: WorkThrottle): Promise<number> {
    const begun = performance.now();
    const rest = (ms: number) => pause(RECHECK_SHARE * ms + pace.restAfter(ms));
    const findAll = (from: Db) => checkEverything(from, deps.booksKey, rest);
    // Changes made beneath PostgreSQL, in the primary's files, are in no replica.
    const atPrimary = rounds % ROUNDS_OF_REPLICAS === 0;
    rounds += 1;
    await raise(await (atPrimary ? findAll(db) : readLatest(db, findAll)));
    const took = performance.now() - begun;
    const covers = took <= QUICK_ROUND_MS && replicasNow(db).length === 0;
    coveredUntil = covers ? performance.now() + COVERS_MS : Number.NEGATIVE_INFINITY;
    await sql`update watch_state set rechecked_at = ${new Date(clock.now())},
      recheck_ms = ${Math.round(took)}`.execute(db);
    return Math.max(0, RECHECK_EVERY_MS - took);
  }

  /** Repeats the work while this process is the ledger writer; resolves when it was stopped. */
  async function again(what: string, work: () => Promise<number>): Promise<void> {
    let well = performance.now();
    while (!stopping.signal.aborted) {
      let next = FOLLOW_EVERY_MS;
      try {
        if (ledger.isWriter()) next = await work();
        well = performance.now();
      } catch (err) {
        const blind = performance.now() - well > BLIND_AFTER_MS;
        const say = blind ? 'error' : 'warn';
        log[say](
          { area: 'watch', event: blind ? 'blind' : 'failed', what, err },
          'the books could not be checked',
        );
      }
      await pause(next);
    }
  }

  return {
    routes: (http) => addRoutes(http, deps, check),
    check,
    state: () => readWatchState(deps),
    start(pace) {
      running = Promise.all([
        again('new batches', async () => {
          const behind = await follow(pace);
          return behind ? 0 : FOLLOW_EVERY_MS;
        }),
        again('the newest', async () => {
          if (performance.now() > coveredUntil) await raise(await recent.round(pause));
          return FOLLOW_EVERY_MS;
        }),
        again('everything', () => recheck(pace)),
        again('holdings', async () => {
          await raise(await findLastingShortages());
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

/**
 * The returned function finds shortages that it found at its previous call too: a booking in progress looks like a
 * shortage for a moment.
 */
function createShortageFinder({ findShortages }: WatchDeps): () => Promise<Violation[]> {
  let before = new Set<string>();
  return async () => {
    const found = await findShortages();
    const names = new Map(found.map((row) => [JSON.stringify([row.asset, row.tokenType]), row]));
    const twice = [...names]
      .filter(([name]) => before.has(name))
      .map(([, { asset, tokenType }]) => ({ law: HOLDINGS_LAW, row: { asset, tokenType } }));
    before = new Set(names.keys());
    return twice;
  };
}
