/**
 * One run: the product is up, customers are active, a reader checks the ledger continuously, faults follow the
 * plan, and then the verdict.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkAppendOnly, checkHistory, LedgerChecker } from './check-history.ts';
import type { Fault, PlannedFault } from './faults.ts';
import { DISTURBANCE_TRIGGERS, injectFault, planFaults } from './faults.ts';
import { OperationHistory } from './history.ts';
import { startLoad } from './load.ts';
import { type BlackboxRig, startRig } from './rig.ts';
import { formatSamples, type Samples, startSamples } from './soak.ts';

const CHECK_INTERVAL_MS = 1_000;
const RECOVERY_TIMEOUT_MS = 120_000;
const SETTLE_MS = 240_000;
const DISK_MB = 512;
const MAX_LISTED = 40;

export interface RunOptions {
  seed: number;
  seconds: number;
  faults: readonly Fault[];
  /** Mean time between two faults. */
  everySeconds: number;
  people: number;
  pauseMs: number;
  port: number;
  whole: boolean;
  /** Memory, connections and lag are sampled. */
  sampled: boolean;
  say(line: string): void;
  /** Changes made before the verdict; for tests of the checker. */
  before?(rig: BlackboxRig): Promise<void>;
}

export interface Verdict {
  /** Violations; empty: all invariants held. */
  wrong: string[];
  operations: number;
  unknowns: number;
  looks: number;
  transfers: bigint;
  faults: Record<string, number>;
  /** Longest time until it served again, by fault, in ms. */
  back: Record<string, number>;
  counts: Record<string, number>;
  statuses: Record<string, number>;
  samples: Samples | null;
}

export async function runBlackbox(options: RunOptions): Promise<Verdict> {
  const { seed, seconds, faults, say } = options;
  const plan = planFaults(seed, seconds, faults, options.everySeconds);
  say(
    `seed ${seed}, commit ${readGitCommit()}: ${plan.length} faults of ${faults.join(', ') || 'none'} in ${seconds} s`,
  );
  const rig = await startRig({
    people: options.people,
    port: options.port,
    whole: options.whole,
    disk: faults.includes('disk') ? DISK_MB : null,
    shim: faults.includes('slow-disk') || faults.includes('sync-error'),
    prepare: faults.includes('serialization') ? DISTURBANCE_TRIGGERS : null,
    clocks: faults.includes('clock'),
  });
  try {
    return await runPlan(rig, plan, options);
  } finally {
    await rig.stop();
  }
}

async function runPlan(
  rig: BlackboxRig,
  plan: readonly PlannedFault[],
  options: RunOptions,
): Promise<Verdict> {
  const { say, seed, seconds } = options;
  const history = new OperationHistory();
  const wrong = new Set<string>();
  const addViolation = (law: string) => {
    if (!wrong.has(law) && wrong.size < MAX_LISTED) say(`WRONG ${law}`);
    wrong.add(law);
  };
  const reader = startContinuousChecker(rig, addViolation);
  const samples = options.sampled ? startSamples(rig) : null;
  const load = startLoad(rig.people, {
    seed,
    pauseMs: options.pauseMs,
    url: () => rig.url,
    history,
    forgetLimits: () => rig.query('delete from limit_counters'),
  });
  const faultCounts: Record<string, number> = {};
  const back: Record<string, number> = {};
  const startedAt = performance.now();
  for (const planned of plan) {
    const wait = planned.at - (performance.now() - startedAt);
    // Delays push later faults on; those that no longer fit are omitted.
    if (wait > 0) await sleep(wait);
    if (performance.now() - startedAt > seconds * 1_000) break;
    await injectFault(rig, planned);
    const ended = performance.now();
    if (!(await waitUntilReady(rig)))
      addViolation(`after ${planned.fault} it did not serve again within ${RECOVERY_TIMEOUT_MS} ms`);
    const took = Math.round(performance.now() - ended);
    faultCounts[planned.fault] = (faultCounts[planned.fault] ?? 0) + 1;
    back[planned.fault] = Math.max(back[planned.fault] ?? 0, took);
    say(
      `${secondsSince(startedAt)} s: ${planned.fault} (${planned.chance.toFixed(3)}), serves ${took} ms after; ${load.done()} done`,
    );
  }
  await sleep(Math.max(0, seconds * 1_000 - (performance.now() - startedAt)));
  await load.stop();
  await load.settle(SETTLE_MS);
  const sampled = samples?.stop() ?? null;
  if (sampled) say(formatSamples(sampled));
  const looks = await reader.stop();
  await options.before?.(rig);
  for (const law of await reachVerdict(rig, history, reader.judge)) addViolation(law);
  // Temporary unavailability is reported as 503: no injected fault is an error of the product itself.
  const faulty = history.statuses.get(500) ?? 0;
  if (faulty > 0) {
    addViolation(`${faulty} requests were answered with 500`);
    for (const line of rig.log.filter((one) => one.includes('request failed')).slice(-10)) say(line);
  }
  return {
    wrong: [...wrong],
    operations: history.operations.length,
    unknowns: history.unknowns,
    looks,
    transfers: reader.judge.transfers,
    faults: faultCounts,
    back,
    counts: history.countOutcomes(),
    statuses: Object.fromEntries(history.statuses),
    samples: sampled,
  };
}

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1_000).toFixed(0);

/** Checks continuously; while the database is down, it retries. */
function startContinuousChecker(rig: BlackboxRig, onViolation: (law: string) => void) {
  const judge = new LedgerChecker();
  let going = true;
  let looks = 0;
  const ended = (async () => {
    while (going) {
      const client = await rig.connect().catch(() => null);
      try {
        while (client !== null && going) {
          for (const law of await judge.check(client)) onViolation(law);
          looks += 1;
          await sleep(CHECK_INTERVAL_MS);
        }
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      } finally {
        await client?.end().catch(() => {});
      }
      await sleep(CHECK_INTERVAL_MS / 4);
    }
  })().catch((error: Error) => onViolation(`the reader failed: ${error.stack ?? error.message}`));
  return {
    judge,
    async stop() {
      going = false;
      await ended;
      return looks;
    },
  };
}

/**
 * Returns whether a connection broke, or the database is stopping, starting or full; any other error is an error of
 * the reader.
 */
function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08|53|57P|58|XX)|^E[A-Z]+$/.test(code) || /terminated|timeout|Connection|not queryable/i.test(message)
  );
}

async function waitUntilReady(rig: BlackboxRig): Promise<boolean> {
  for (const end = performance.now() + RECOVERY_TIMEOUT_MS; performance.now() < end; await sleep(100))
    if (await rig.ready()) return true;
  return false;
}

/**
 * Checks the idle ledger from the beginning of the journal, and compares the digest with that of the continuous
 * reader.
 */
async function reachVerdict(
  rig: BlackboxRig,
  history: OperationHistory,
  reader: LedgerChecker,
): Promise<string[]> {
  const client = await rig.connect();
  try {
    const wrong = await reader.check(client);
    const fresh = new LedgerChecker();
    wrong.push(...(await fresh.check(client)));
    // The product may have settled something automatically between the two.
    wrong.push(...(await reader.check(client)), ...(await fresh.check(client)));
    if (fresh.transfers === reader.transfers && fresh.digest !== reader.digest)
      wrong.push('I9: a transfer is not what it was when it was first read');
    const ids = rig.people.map(({ id }) => id);
    wrong.push(...(await checkHistory(client, ids, history.operations)));
    wrong.push(...(await checkAppendOnly(client)));
    return wrong;
  } finally {
    await client.end();
  }
}

export function readGitCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}
