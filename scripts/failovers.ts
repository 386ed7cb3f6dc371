// `npm run failovers [-- --count 20 --seed 2026 --faults 'freeze,kill of Patroni']`: runs three PostgreSQL under
// Patroni with etcd, three NATS and two servers with their workers on this machine, configured by the files of
// deploy/. During trading the primary is killed, or its Patroni, or both are frozen, or it is switched over, in the
// seed's order; after each a NATS server is killed, and after every fourth a standby is killed and one frozen; in the
// end one host is left. The exit code is 1 when trades were delayed for longer than promised, a stream was interrupted
// or went backwards, one host alone acknowledged anything, or the ledger differs from the acknowledged replies.
// Debian's programs: apt-get install --no-install-recommends patroni etcd-server postgresql-15 nats-server
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalizeDatabaseUrl } from '../server/src/platform/config/database-url.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from '../server/test/keys.ts';
import { startNatsCluster } from '../server/test/nats-cluster.ts';
import {
  createPairedServer,
  openStreamClient,
  type PairedServer,
  waitForRoles,
} from '../server/test/pair.ts';
import { findMissingProgram, type PatroniNode, startPatroni } from '../server/test/patroni.ts';
import { createSeededRandom, SEED } from '../server/test/random.ts';
import { callServer, findFreePort } from '../server/test/running-server.ts';
import { expectAcknowledgedPersisted, MARKET, makeTraders, startTrader } from '../server/test/traders.ts';
import { pollUntil } from '../server/test/waiting.ts';
import { findTool } from './debian.ts';

const root = join(import.meta.dirname, '..');
const TRADER_COUNT = 8;
const PAUSE_MS = 50;
/** Number of trades after which a fault counts as over. */
const TRADES_UNTIL_RECOVERED = 100;
const RECOVERY_TIMEOUT_MS = 120_000;
/** How long to check that one host alone acknowledges nothing. */
const SINGLE_HOST_MS = 15_000;
const CHANNELS = [`book:${MARKET}`, `trades:${MARKET}`];

/** Faults of the primary, and the maximum time without a reply to a trade for each, in ms. */
const FAULTS = {
  'kill of PostgreSQL': 12_000,
  'kill of Patroni': 12_000,
  freeze: 12_000,
  'switch-over': 6_000,
} as const;
type Fault = keyof typeof FAULTS;
/** Faults of a standby. Commits wait until the primary's Patroni requires the other one alone. */
const STANDBY_FAULTS = {
  'kill of a standby': 6_000,
  'freeze of a standby': 9_000,
} as const;
type StandbyFault = keyof typeof STANDBY_FAULTS;
const NATS_FAULT = 'kill of a NATS server';
const NATS_MS = 3_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(SEED) },
    faults: { type: 'string', default: Object.keys(FAULTS).join() },
    'where-possible': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const count = Number.parseInt(values.count, 10);
const faults = values.faults.split(',') as Fault[];
const unknown = faults.find((name) => !(name in FAULTS));
if (unknown !== undefined) throw new Error(`--faults: ${unknown} is none of ${Object.keys(FAULTS).join()}`);
const random = createSeededRandom(Number.parseInt(values.seed, 10));
const randomBelow = (limit: number): number => Math.floor(random() * limit);

/** Returns each fault equally often, shuffled in groups of all kinds, so that each follows each. */
function shuffleFaults(): Fault[] {
  const all: Fault[] = [];
  while (all.length < count) {
    const group = [...faults];
    while (group.length > 0) all.push(group.splice(randomBelow(group.length), 1)[0] as Fault);
  }
  return all.slice(0, count);
}

/** Injects the fault; the returned function runs once another node leads. */
async function injectFault(fault: Fault, node: PatroniNode): Promise<() => void> {
  switch (fault) {
    case 'kill of PostgreSQL':
      node.killPostgres();
      return () => {};
    case 'freeze':
      node.freeze();
      return node.thaw;
    case 'kill of Patroni':
      await node.killPatroni();
      return node.start;
    case 'switch-over':
      await node.leave();
      return () => {};
  }
}

/** Measures the longest time without a reply. */
function createOutageStopwatch() {
  let replies = 0;
  let lastReplyAt = performance.now();
  let longestOutageMs = 0;
  return {
    onTry(_: string, status: number | null) {
      if (status !== 200) return;
      replies += 1;
      longestOutageMs = Math.max(longestOutageMs, performance.now() - lastReplyAt);
      lastReplyAt = performance.now();
    },
    begin() {
      longestOutageMs = 0;
      lastReplyAt = performance.now();
    },
    answered: () => replies,
    longest: () => Math.round(Math.max(longestOutageMs, performance.now() - lastReplyAt)),
  };
}

interface FailoverRound {
  what: string;
  ms: number;
  most: number;
}

/** Stops what was started, the last one first. */
type Ends = (() => Promise<unknown>)[];
type Rig = Awaited<ReturnType<typeof startRig>>;
type Trading = ReturnType<typeof startTrading>;

/** What was found while it ran. */
interface Findings {
  problems: string[];
  rounds: FailoverRound[];
}

async function runFailovers(folder: string): Promise<string[]> {
  const findings: Findings = { problems: [], rounds: [] };
  const cleanups: Ends = [];
  try {
    const rig = await startRig(folder, cleanups);
    const trading = startTrading(rig);
    await trading.more();
    for (const [i, fault] of shuffleFaults().entries()) {
      await failOver(rig, trading, fault, i, findings);
      await killNatsServer(rig, trading, findings);
      if (i % faults.length === 0)
        for (const one of Object.keys(STANDBY_FAULTS) as StandbyFault[])
          await disturbStandby(rig, trading, one, findings);
    }
    await leaveOneHost(rig, trading, findings);
    await compareReplies(rig, trading);
    await compareStreams(rig, trading, findings);
    for (const { kill } of rig.servers) await kill('SIGTERM');
    audit(rig, findings);
  } finally {
    for (const end of cleanups.reverse()) await end().catch((error: unknown) => console.error(error));
  }
  printSummary(findings.rounds);
  return findings.problems;
}

/** Starts the database, the bus and both servers, with people who can trade. */
async function startRig(folder: string, ends: Ends) {
  const cluster = await startPatroni(mkdtempSync(join(folder, 'patroni-')));
  ends.push(cluster.stop);
  const nats = await startNatsCluster(folder);
  ends.push(nats.stop);
  const url = normalizeDatabaseUrl(cluster.url);
  await migrate(url);
  const database = openDatabase(url, 2, TEST_AUDIT_KEY);
  ends.push(database.close);
  const people = await makeTraders(url, database.db, TRADER_COUNT);

  const settings = {
    MODE: 'sandbox',
    DATABASE_URL: cluster.url,
    NATS_URL: nats.url,
    NODE_EXTRA_CA_CERTS: nats.authority,
    DATA_DIR: join(folder, 'data'),
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    RATE_ORDERS_OF_ONE: '100000',
    MARKET_MAKERS: 'off',
    WITH_WORKER: '1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  };
  const servers: PairedServer[] = [];
  for (const PRICE_SEED of ['1', '7'])
    servers.push(createPairedServer(await findFreePort(), { ...settings, PRICE_SEED }));
  const [a, b] = servers as [PairedServer, PairedServer];
  ends.push(() => Promise.all(servers.map(({ kill }) => kill('SIGKILL'))));
  process.once('exit', () => {
    for (const { server } of servers) server?.child.kill('SIGKILL');
  });
  for (const { start } of servers) await start();
  await waitForRoles({ a, b });
  return { cluster, nats, db: database.db, people, settings, servers, a, b };
}

/** Lets everybody trade, and listens to both servers. */
function startTrading({ people, servers, a, b }: Rig) {
  const watch = createOutageStopwatch();
  const traders = people.map((person, i) =>
    startTrader(person, `${i}`, i % 2 === 0 ? [a, b] : [b, a], PAUSE_MS, watch.onTry),
  );
  const streams = servers.map((server) => openStreamClient(server, CHANNELS));
  return {
    watch,
    traders,
    streams,
    /** Resolves once some more trades were answered. */
    more() {
      const then = watch.answered();
      return pollUntil(async () => watch.answered() > then + TRADES_UNTIL_RECOVERED, RECOVERY_TIMEOUT_MS);
    },
    checkStreams() {
      const then = streams.map(({ received }) => received.length);
      return pollUntil(
        async () => streams.every(({ received }, i) => received.length > (then[i] ?? 0) + CHANNELS.length),
        RECOVERY_TIMEOUT_MS,
      );
    },
  };
}

function record(
  { rounds, problems }: Findings,
  { streams }: Trading,
  round: FailoverRound,
  detail: string,
): void {
  rounds.push(round);
  const { what, ms, most } = round;
  const says = streams.map((one) => `${one.cuts()} cuts, ${one.gaps()} gaps`).join('; ');
  console.log(
    `${what}: no trade for ${(ms / 1000).toFixed(2)} s (at most ${most / 1000})${detail}; streams: ${says}`,
  );
  if (ms > most) problems.push(`${what}: no trade was answered for ${ms} ms`);
}

/** Injects a fault of the primary, and waits until all is whole again. */
async function failOver(
  { cluster }: Rig,
  trading: Trading,
  fault: Fault,
  index: number,
  findings: Findings,
): Promise<void> {
  const { watch, more, checkStreams } = trading;
  await cluster.untilWhole();
  const from = (await cluster.leader()) as PatroniNode;
  watch.begin();
  const mend = await injectFault(fault, from);
  let to: PatroniNode | undefined;
  await pollUntil(async () => {
    to = await cluster.leader();
    return to !== undefined && to.name !== from.name;
  }, RECOVERY_TIMEOUT_MS);
  await more();
  mend();
  // The old primary rejoins during trading.
  await cluster.untilWhole();
  await more();
  await checkStreams();
  const round = { what: fault, ms: watch.longest(), most: FAULTS[fault] };
  record(findings, trading, round, `, ${index + 1} of ${count}, ${from.name} to ${to?.name}`);
}

/** Injects the fault of one of the standbys, and waits until all is whole again. */
async function disturbStandby(
  { cluster }: Rig,
  trading: Trading,
  fault: StandbyFault,
  findings: Findings,
): Promise<void> {
  const { watch, more, checkStreams } = trading;
  await cluster.untilWhole();
  const leader = (await cluster.leader()) as PatroniNode;
  const standbys = cluster.nodes.filter(({ name }) => name !== leader.name);
  const node = standbys[randomBelow(standbys.length)] as PatroniNode;
  watch.begin();
  if (fault === 'freeze of a standby') node.freeze();
  else {
    await node.killPatroni();
    node.killPostgres();
  }
  await more();
  if (fault === 'freeze of a standby') node.thaw();
  else node.start();
  await cluster.untilWhole();
  await checkStreams();
  record(
    findings,
    trading,
    { what: fault, ms: watch.longest(), most: STANDBY_FAULTS[fault] },
    `, ${node.name}`,
  );
}

async function killNatsServer({ nats }: Rig, trading: Trading, findings: Findings): Promise<void> {
  const { watch, more, checkStreams } = trading;
  const victim = nats.nodes[randomBelow(nats.nodes.length)];
  watch.begin();
  await victim?.kill();
  await more();
  victim?.start();
  await nats.untilWhole();
  await more();
  await checkStreams();
  record(findings, trading, { what: NATS_FAULT, ms: watch.longest(), most: NATS_MS }, `, ${victim?.name}`);
}

/** Kills all nodes of the database but one, which may acknowledge nothing alone, and brings them back. */
async function leaveOneHost(
  { cluster, servers }: Rig,
  trading: Trading,
  { problems }: Findings,
): Promise<void> {
  const { watch, more } = trading;
  await cluster.untilWhole();
  const last = (await cluster.leader()) as PatroniNode;
  const others = cluster.nodes.filter(({ name }) => name !== last.name);
  for (const node of others) {
    await node.killPatroni();
    node.killPostgres();
  }
  // Lets commits be acknowledged that a standby had before it was killed.
  await sleep(1_000);
  const before = watch.answered();
  await sleep(SINGLE_HOST_MS);
  const alone = watch.answered() - before;
  if (alone > 0) problems.push(`with one host left ${alone} trades were acknowledged`);
  for (const { url: at } of servers)
    if ((await callServer(at, 'GET', `/orderbook/${MARKET}`)).status !== 200)
      problems.push('with one host left the order book could not be read');
  others[0]?.start();
  await more();
  others[1]?.start();
  console.log(
    `one host left (${last.name}): ${alone} trades acknowledged in ${SINGLE_HOST_MS / 1000} s; with a second host they continue`,
  );
}

/** Ends trading, and compares the ledger with the acknowledged replies. */
async function compareReplies({ db, people }: Rig, { traders }: Trading): Promise<void> {
  await Promise.all(traders.map(({ stop }) => stop()));
  await expectAcknowledgedPersisted(
    db,
    people,
    traders.map(({ answers }) => answers),
  );
  const placed = traders.reduce((sum, { answers }) => sum + answers.placed.size, 0);
  console.log(`${placed} acknowledged orders and trades: each is there once, and nothing else is.`);
}

/** Compares the order books of both servers, and looks for cuts and steps back in their streams. */
async function compareStreams({ a, b }: Rig, { streams }: Trading, { problems }: Findings): Promise<void> {
  const book = async ({ url: at }: PairedServer) =>
    (await callServer(at, 'GET', `/orderbook/${MARKET}`)).body;
  await pollUntil(
    async () => JSON.stringify(await book(a)) === JSON.stringify(await book(b)),
    RECOVERY_TIMEOUT_MS,
  );
  for (const [i, stream] of streams.entries()) {
    if (stream.cuts() > 0) problems.push(`stream ${i + 1} was cut ${stream.cuts()} times`);
    for (const channel of CHANNELS) {
      const seqs = stream.of(channel).map(({ seq }) => seq);
      if (seqs.some((seq, n) => seq < (seqs[n - 1] ?? 0)))
        problems.push(`${channel} of stream ${i + 1} went back`);
    }
    stream.close();
  }
}

function audit({ settings }: Rig, { problems }: Findings): void {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'server/src/audit-cli.ts')], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  console.log(stdout.trim().split('\n').at(-1));
  if (status !== 0) problems.push(`the audit: ${stdout}`);
}

function printSummary(rounds: readonly FailoverRound[]): void {
  console.log('\n| what | times | median s | longest s | at most s |\n| --- | --: | --: | --: | --: |');
  for (const what of [...Object.keys(FAULTS), ...Object.keys(STANDBY_FAULTS), NATS_FAULT]) {
    const of = rounds.filter((round) => round.what === what);
    const sorted = of.map(({ ms }) => ms).sort((x, y) => x - y);
    const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(1);
    if (of.length > 0)
      console.log(
        `| ${what} | ${of.length} | ${seconds(sorted[sorted.length >> 1])} | ${seconds(sorted.at(-1))} | ${seconds(of[0]?.most)} |`,
      );
  }
}

const missing = findMissingProgram() ?? (findTool('nats-server') ? undefined : 'nats-server');
if (missing !== undefined) {
  console.log(`skipped: failovers: ${missing} isn't there`);
  // During a nightly run on another system it is no failure.
  process.exitCode = values['where-possible'] ? 0 : 2;
} else {
  // Started processes are ended by exit handlers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  console.log(`Random numbers of --seed ${values.seed}`);
  const folder = mkdtempSync('/tmp/sarraf-failovers-');
  spawnSync('chmod', ['755', folder]);
  try {
    const problems = await runFailovers(folder);
    for (const problem of problems) console.log(`FAILED ${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } finally {
    if (values.keep) console.log(`Logs: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}
process.exit();
