/**
 * An operator's day on one installation of two servers, with external systems simulated by the sandbox: the first
 * staff member gets a role, the first deposit arrives, both servers are restarted and the database is killed during
 * trading, a backup is restored to a second, the signer's host becomes unreachable until its alarm is acknowledged;
 * and the back office shows all of it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { type Archive, canArchive, startArchive } from '../../server/test/archive.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from '../../server/test/keys.ts';
import { hasNats, startNats } from '../../server/test/nats.ts';
import {
  createPairedServer,
  fetchReadiness,
  type PairedServer,
  waitForRoles,
} from '../../server/test/pair.ts';
import { callServer, findFreePort, signIn } from '../../server/test/running-server.ts';
import { expectAcknowledgedPersisted, makeTraders, startTrader } from '../../server/test/traders.ts';
import { pollUntil } from '../../server/test/waiting.ts';

const root = join(import.meta.dirname, '../..');
const STEP_TIMEOUT_MS = 240_000;
const TRADER_COUNT = 6;
const PAUSE_MS = 50;
/** Number of trades after which a fault counts as over. */
const TRADES_UNTIL_RECOVERED = 60;
const EMAIL = 'tara@example.com';
const PASSWORD = 'First-colleague-1';
const MAX_RESTART_OUTAGE_MS = 12_000;
const MAX_DATABASE_OUTAGE_MS = 12_000;

/** Returns why it can't run here; null: it can. */
export function findUnsupportedReason(): string | null {
  if (!hasNats()) return 'nats-server is not installed';
  return canArchive() ? null : 'pgbackrest and PostgreSQL 15 of Debian are not installed';
}

interface InstallationRun {
  archive: Archive;
  servers: readonly [PairedServer, PairedServer];
  settings: Record<string, string>;
  /** Token of the first staff member, once there is one. */
  token: string;
  /** Measures the longest time without a reply to a trade since `begin`, and checks that the next ones get replies. */
  watch: { begin(): void; over(): Promise<number> };
  trials: string;
  say(line: string): void;
}

type JsonBody = Awaited<ReturnType<typeof callServer>>['body'];

/** Throws when it is refused. */
async function callAsStaff(
  { servers: [a], token }: InstallationRun,
  method: string,
  path: string,
  body?: object,
): Promise<JsonBody> {
  const answer = await callServer(a.url, method, path, { token, ...(body && { body }) });
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function runTool(day: InstallationRun, script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, MODE: 'sandbox', LOG_LEVEL: 'silent', ...day.settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
}

async function addFirstStaffMember(day: InstallationRun): Promise<void> {
  const [{ url }] = day.servers;
  await callAsStaff(day, 'POST', '/users/register', { email: EMAIL, password: PASSWORD });
  const { body: messages } = await callServer(url, 'GET', `/sandbox/outbox?to=${EMAIL}`);
  day.token = (
    await callAsStaff(day, 'POST', '/users/check-otp-code', { email: EMAIL, code: messages[0].code })
  ).token;
  const refusal = await callServer(url, 'GET', '/backoffice/operations', { token: day.token });
  if (refusal.status === 200) throw new Error('an account without a role entered the back office');
  day.say(runTool(day, 'server/src/staff-cli.ts', 'add', EMAIL, 'admin').split('\n')[0] ?? '');
  await pollUntil(
    async () => (await callServer(url, 'GET', '/backoffice/operations', { token: day.token })).status === 200,
    STEP_TIMEOUT_MS,
  );
  await callAsStaff(day, 'POST', '/backoffice/alarms/duty', { on: true });
}

async function receiveFirstDeposit(day: InstallationRun): Promise<void> {
  const [{ url }] = day.servers;
  const token = await signIn(url, 'demo@sarraf.test');
  const path = '/wallets/customer/wallet-address?relatedCoin=BITCOIN&tokenType=BITCOIN';
  // The signer starts concurrently with the servers.
  await pollUntil(
    async () => (await callServer(url, 'GET', path, { token })).status === 200,
    STEP_TIMEOUT_MS,
  );
  const { address } = (await callServer(url, 'GET', path, { token })).body.baseDTO;
  const readCredit = async () =>
    (await callServer(url, 'GET', '/wallets/customer-addresses?coins=BITCOIN', { token })).body.BITCOIN
      .credit;
  const before = await readCredit();
  const isChainScanned = async () =>
    (await callServer(url, 'GET', '/sandbox/chains')).body.content.some(
      ({ chain, height }: { chain: string; height: number }) => chain === 'BITCOIN' && height > 0,
    );
  await pollUntil(isChainScanned, STEP_TIMEOUT_MS);
  await callAsStaff(day, 'POST', '/sandbox/chains/BITCOIN/faucet', {
    relatedCoin: 'BITCOIN',
    address,
    amount: '0.25',
  });
  await callAsStaff(day, 'POST', '/sandbox/chains/BITCOIN/blocks', { count: 3 });
  await pollUntil(async () => (await readCredit()) !== before, STEP_TIMEOUT_MS);
  day.say(`${before} → ${await readCredit()} BITCOIN at ${address}`);
}

/** One after the other, as in an upgrade; `npm run release-check` does it with an older version. */
async function restartServers(day: InstallationRun): Promise<void> {
  for (const one of day.servers) {
    const other = day.servers.find((server) => server !== one) as PairedServer;
    day.watch.begin();
    await one.kill('SIGTERM');
    await pollUntil(async () => (await fetchReadiness(other))?.writer === true, STEP_TIMEOUT_MS);
    await one.start();
    const [a, b] = day.servers;
    await waitForRoles({ a, b });
    const ms = await day.watch.over();
    day.say(`restarted ${one.url}: no trade for ${ms} ms (at most ${MAX_RESTART_OUTAGE_MS})`);
    if (ms > MAX_RESTART_OUTAGE_MS) throw new Error('a restart delayed trades');
  }
}

async function restartKilledDatabase(day: InstallationRun): Promise<void> {
  day.watch.begin();
  day.archive.postgres.kill();
  await day.archive.postgres.start();
  const ms = await day.watch.over();
  day.say(`killed and restarted: no trade for ${ms} ms (at most ${MAX_DATABASE_OUTAGE_MS})`);
  if (ms > MAX_DATABASE_OUTAGE_MS) throw new Error('the crash of the database delayed trades');
}

async function restoreToPointInTime(day: InstallationRun): Promise<void> {
  await day.archive.backUp();
  // pgbackrest restores to a second after the one in which the backup ended.
  await sleep(2_000);
  const at = new Date().toISOString();
  // The replay ends at the first trade after that.
  await day.watch.over();
  await day.archive.waitUntilReceived();
  const output = runTool(
    day,
    'server/src/drill-cli.ts',
    '--into',
    day.trials,
    '--wal',
    day.archive.wal,
    '--at',
    at,
  );
  day.say(output.split('\n').slice(-4).join(' · '));
  const { drill } = (await callAsStaff(day, 'GET', '/backoffice/operations')).baseDTO;
  if (drill.state !== 'HELD')
    throw new Error(`unexpected drill in the back office: ${JSON.stringify(drill)}`);
}

async function acknowledgeAlarm(day: InstallationRun): Promise<void> {
  const [withSigner, other] = day.servers;
  const alarms = async () =>
    (await callServer(other.url, 'GET', '/backoffice/alarms', { token: day.token })).body.baseDTO
      .alarms as JsonBody[];
  const findAlarm = async () => (await alarms()).find(({ kind }) => kind === 'SIGNER_AWAY');
  const killedAt = Date.now();
  await withSigner.kill('SIGTERM');
  await pollUntil(async () => (await findAlarm()) !== undefined, STEP_TIMEOUT_MS);
  const raised = await findAlarm();
  const isNotified = async () =>
    (await findAlarm())?.messages.some(({ to, sentAt }: JsonBody) => to === EMAIL && sentAt !== null) ===
    true;
  await pollUntil(isNotified, STEP_TIMEOUT_MS);
  day.say(`notified ${EMAIL} ${Math.round((Date.now() - killedAt) / 1000)} s after the signer went`);
  const acknowledgement = await callServer(other.url, 'POST', `/backoffice/alarms/${raised.id}/acknowledge`, {
    token: day.token,
    body: { note: 'I start its host again' },
  });
  if (acknowledgement.status !== 200)
    throw new Error(`not acknowledged: ${JSON.stringify(acknowledgement.body)}`);
  await withSigner.start();
  await pollUntil(async () => (await findAlarm())?.clearedAt !== null, 2 * STEP_TIMEOUT_MS);
  day.say('acknowledged, and over automatically once the signer was back');
}

/** Checks that the day's events are visible in the back office. */
async function checkBackOffice(day: InstallationRun): Promise<void> {
  const { processes, drill, lease } = (await callAsStaff(day, 'GET', '/backoffice/operations')).baseDTO;
  const live = processes.filter(({ role, isSilent }: JsonBody) => role === 'SERVER' && !isSilent);
  if (live.length !== 2 || !lease.isHeld || drill.state !== 'HELD')
    throw new Error(`the page of operations: ${JSON.stringify({ processes, drill, lease })}`);
  const { content } = await callAsStaff(day, 'GET', '/backoffice/audit?size=50');
  const actions = content.map(({ action }: JsonBody) => action);
  for (const action of ['staff role added', 'alarm acknowledged'])
    if (!actions.includes(action)) throw new Error(`the log lacks "${action}": ${actions.join(', ')}`);
  day.say(
    `two servers of version ${live[0].version}, the restore that held, and in the log: ${[...new Set(actions)].join(', ')}`,
  );
}

const STEPS: readonly [string, (day: InstallationRun) => Promise<void>][] = [
  ['the first member of staff', addFirstStaffMember],
  ['the first deposit', receiveFirstDeposit],
  ['both servers restarted under load', restartServers],
  ['the database killed under load', restartKilledDatabase],
  ['a restore to a second', restoreToPointInTime],
  ['an alarm, until it is taken on', acknowledgeAlarm],
  ['the day in the back office', checkBackOffice],
];

/** Throws when the day doesn't go as described. */
export async function walkOneInstallation(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync('/tmp/sarraf-day-');
  chmodSync(folder, 0o755);
  const trials = join(folder, 'trials');
  mkdirSync(trials);
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const archive = await startArchive();
    cleanups.push(archive.stop);
    const { url } = archive.postgres;
    await migrate(url);
    const database = openDatabase(url, 2, TEST_AUDIT_KEY);
    cleanups.push(database.close);
    const people = await makeTraders(url, database.db, TRADER_COUNT);
    const nats = await startNats();
    cleanups.push(nats.kill);
    const settings = {
      DATABASE_URL: url,
      NATS_URL: nats.url,
      DATA_DIR: join(folder, 'data'),
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      DRILL_RECORD: join(trials, 'last-drill.json'),
      PGBACKREST_CONFIG: archive.config,
      LEASE_MS: '3000',
      RATE_ORDERS_OF_ONE: '100000',
      MARKET_MAKERS: 'off',
      WITH_WORKER: '1',
      LOG_LEVEL: 'fatal',
    };
    const a = createPairedServer(await findFreePort(), { ...settings, WITH_SIGNER: '1' });
    const b = createPairedServer(await findFreePort(), { ...settings, PRICE_SEED: '7' });
    cleanups.push(() => Promise.all([a, b].map(({ kill }) => kill('SIGTERM'))));
    await a.start();
    await b.start();
    await waitForRoles({ a, b });

    let [replies, lastReplyAt, longestOutageMs] = [0, performance.now(), 0];
    const traders = people.map((person, i) =>
      startTrader(person, `${i}`, i % 2 === 0 ? [a, b] : [b, a], PAUSE_MS, (_, status) => {
        if (status !== 200) return;
        replies += 1;
        longestOutageMs = Math.max(longestOutageMs, performance.now() - lastReplyAt);
        lastReplyAt = performance.now();
      }),
    );
    const watch = {
      begin() {
        [longestOutageMs, lastReplyAt] = [0, performance.now()];
      },
      async over() {
        const then = replies;
        await pollUntil(async () => replies > then + TRADES_UNTIL_RECOVERED, STEP_TIMEOUT_MS);
        return Math.round(longestOutageMs);
      },
    };
    const day: InstallationRun = { archive, servers: [a, b], settings, token: '', watch, trials, say };
    for (const [name, step] of STEPS) {
      const startedAt = performance.now();
      await step(day).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      say(`${name}: held (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
    }
    await Promise.all(traders.map(({ stop }) => stop()));
    const answers = traders.map((trader) => trader.answers);
    await expectAcknowledgedPersisted(database.db, people, answers);
    const placed = answers.reduce((sum, one) => sum + one.placed.size, 0);
    say(`${placed} acknowledged orders and trades: each is there once, and nothing else is.`);
    say(runTool(day, 'server/src/audit-cli.ts').split('\n').at(-1) ?? '');
  } finally {
    for (const end of cleanups.reverse()) await end().catch((error: unknown) => console.error(error));
    rmSync(folder, { recursive: true, force: true });
  }
}
