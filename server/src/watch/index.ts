/**
 * The continuous audit: follows the ledger and the audit log within seconds, rechecks everything periodically, and
 * stops outgoing payments when a law is broken. Decision 52.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@sarraf/domain';
import type { LedgerCheck } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Violation } from '../audit/index.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { WorkThrottle } from '../platform/jobs/pace.ts';
import { listReplicaStates, readLatest } from '../platform/reads/reads.ts';
import { checkEverything } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { createHashChainChecker } from './follow-chains.ts';
import { createPublicCheck } from './ledger-check.ts';
import { createViolationReporter } from './raise-violations.ts';
import { createRecentChecker } from './recheck-recent.ts';
import { addRoutes } from './routes.ts';
import { readWatchState, type WatchState } from './state.ts';

export { type Acceptance, acceptChains } from './accept-chains.ts';
export { ALL_LAWS, checkChainHeads, checkEverything } from './check-everything.ts';
export { CHECKPOINT_FILE, type Checkpoints, openCheckpoints } from './checkpoints.ts';
export type { WatchDeps } from './deps.ts';
export type { Witness, WitnessMessage } from './ports.ts';

const CHECK_INTERVAL_MS = 1_000;
/**
 * Everything is rechecked at this interval, or as often as a tenth of one processor allows: it pauses after each
 * law, and longer when trading needs the machine. Recent alterations are found by the round over the newest.
 */
const RECHECK_INTERVAL_MS = 3_000;
const RECHECK_PAUSE_FACTOR = 9;
/**
 * A full round that is this fast also does the work of the round over the newest: that one pauses for as long after
 * it, and resumes when a full round takes longer, fails, or is at a replica.
 */
const QUICK_ROUND_MS = 4_000;
const COVERED_MS = RECHECK_INTERVAL_MS + QUICK_ROUND_MS;
/** Replicas, if there are any, get all rounds but the first of this many. */
const ROUNDS_PER_PRIMARY_ROUND = 10;
const HOLDINGS_INTERVAL_MS = MINUTE_MS;
const STATE_INTERVAL_MS = 10_000;
/** An alarm is raised after this time without a successful round. */
const BLIND_AFTER_MS = MINUTE_MS;

const HOLDINGS_LAW = 'holdings on the chains cover the booked amounts';

export interface ContinuousAudit {
  routes(http: Http): void;
  /** Returns the public result. */
  readPublicCheck(): Promise<LedgerCheck>;
  /** Returns the progress of the working process, and open violations that are not acknowledged. */
  readState(): Promise<WatchState>;
  /** Starts checking; `pace` decides the pauses. */
  start(pace: WorkThrottle): void;
  stop(): Promise<void>;
}

export function createContinuousAudit(deps: WatchDeps): ContinuousAudit {
  const { db, clock, log, ledger } = deps;
  const check = createPublicCheck(deps);
  const { followBooks, followAuditLog } = createHashChainChecker(deps);
  const reportViolations = createViolationReporter(deps);
  const recentChecker = createRecentChecker(deps);
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
  async function checkNew(pace: WorkThrottle): Promise<boolean> {
    const startedAt = performance.now();
    const pauseAfter = (ms: number) => pause(pace.restAfter(ms, performance.now() - caughtUpAt));
    const { violations, behind } = await followBooks(pauseAfter);
    if (!behind) caughtUpAt = startedAt;
    await reportViolations(violations);
    await reportViolations((await followAuditLog()).violations);
    if (clock.now() - stateAt < STATE_INTERVAL_MS) return behind;
    stateAt = clock.now();
    await sql`update watch_state set followed_at = ${new Date(stateAt)},
      batch = ${deps.checkpoints.find('books')?.number ?? '0'}::bigint`.execute(db);
    return behind;
  }

  async function recheckEverything(pace: WorkThrottle): Promise<number> {
    const startedAt = performance.now();
    const pauseAfter = (ms: number) => pause(RECHECK_PAUSE_FACTOR * ms + pace.restAfter(ms));
    const findAll = (from: Db) => checkEverything(from, deps.booksKey, pauseAfter);
    // Changes made beneath PostgreSQL, in the primary's files, are in no replica.
    const atPrimary = rounds % ROUNDS_PER_PRIMARY_ROUND === 0;
    rounds += 1;
    await reportViolations(await (atPrimary ? findAll(db) : readLatest(db, findAll)));
    const tookMs = performance.now() - startedAt;
    const coversNewest = tookMs <= QUICK_ROUND_MS && listReplicaStates(db).length === 0;
    coveredUntil = coversNewest ? performance.now() + COVERED_MS : Number.NEGATIVE_INFINITY;
    await sql`update watch_state set rechecked_at = ${new Date(clock.now())},
      recheck_ms = ${Math.round(tookMs)}`.execute(db);
    return Math.max(0, RECHECK_INTERVAL_MS - tookMs);
  }

  /** Repeats the work while this process is the ledger writer; resolves when it was stopped. */
  async function runRepeatedly(taskName: string, work: () => Promise<number>): Promise<void> {
    let lastSuccessAt = performance.now();
    while (!stopping.signal.aborted) {
      let pauseMs = CHECK_INTERVAL_MS;
      try {
        if (ledger.isWriter()) pauseMs = await work();
        lastSuccessAt = performance.now();
      } catch (err) {
        const isBlind = performance.now() - lastSuccessAt > BLIND_AFTER_MS;
        const level = isBlind ? 'error' : 'warn';
        log[level](
          { area: 'watch', event: isBlind ? 'blind' : 'failed', what: taskName, err },
          'the ledger could not be checked',
        );
      }
      await pause(pauseMs);
    }
  }

  return {
    routes: (http) => addRoutes(http, deps, check),
    readPublicCheck: check,
    readState: () => readWatchState(deps),
    start(pace) {
      running = Promise.all([
        runRepeatedly('new batches', async () => {
          const behind = await checkNew(pace);
          return behind ? 0 : CHECK_INTERVAL_MS;
        }),
        runRepeatedly('the newest', async () => {
          if (performance.now() > coveredUntil) await reportViolations(await recentChecker.runRound(pause));
          return CHECK_INTERVAL_MS;
        }),
        runRepeatedly('everything', () => recheckEverything(pace)),
        runRepeatedly('holdings', async () => {
          await reportViolations(await findLastingShortages());
          return HOLDINGS_INTERVAL_MS;
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
