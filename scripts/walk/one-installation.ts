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
import { half, type PairedServer, readiness, rolesOf } from '../../server/test/pair.ts';
import { call, freePort, signIn } from '../../server/test/running-server.ts';
import { expectAcknowledgedPersisted, makeTraders, startTrader } from '../../server/test/traders.ts';
import { until } from '../../server/test/waiting.ts';

const root = join(import.meta.dirname, '../..');
const LONG = 240_000;
const TRADERS = 6;
const PAUSE_MS = 50;
/** Number of trades after which a fault counts as over. */
const WORK = 60;
const EMAIL = 'tara@example.com';
const PASSWORD = 'First-colleague-1';
const RESTART_MS = 12_000;
const DATABASE_MS = 12_000;

/** Returns why it can't run here; null: it can. */
export function missingOfDay(): string | null {
  if (!hasNats()) return 'nats-server is not installed';
  return canArchive() ? null : 'pgbackrest and PostgreSQL 15 of Debian are not installed';
}

interface Day {
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

type Answer = Awaited<ReturnType<typeof call>>['body'];

/** Throws when it is refused. */
async function ask(
  { servers: [a], token }: Day,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await call(a.url, method, path, { token, ...(body && { body }) });
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function tool(day: Day, script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, MODE: 'sandbox', LOG_LEVEL: 'silent', ...day.settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
}

async function firstColleague(day: Day): Promise<void> {
  const [{ url }] = day.servers;
  await ask(day, 'POST', '/users/register', { email: EMAIL, password: PASSWORD });
  const { body: letters } = await call(url, 'GET', `/sandbox/outbox?to=${EMAIL}`);
  day.token = (
    await ask(day, 'POST', '/users/check-otp-code', { email: EMAIL, code: letters[0].code })
  ).token;
  const refused = await call(url, 'GET', '/backoffice/operations', { token: day.token });
  if (refused.status === 200) throw new Error('an account without a role entered the back office');
  day.say(tool(day, 'server/src/staff-cli.ts', 'add', EMAIL, 'admin').split('\n')[0] ?? '');
  await until(
    async () => (await call(url, 'GET', '/backoffice/operations', { token: day.token })).status === 200,
    LONG,
  );
  await ask(day, 'POST', '/backoffice/alarms/duty', { on: true });
}

async function firstDeposit(day: Day): Promise<void> {
  const [{ url }] = day.servers;
  const token = await signIn(url, 'demo@sarraf.test');
  const path = '/wallets/customer/wallet-address?relatedCoin=BITCOIN&tokenType=BITCOIN';
  // The signer starts concurrently with the servers.
  await until(async () => (await call(url, 'GET', path, { token })).status === 200, LONG);
  const { address } = (await call(url, 'GET', path, { token })).body.baseDTO;
  const credit = async () =>
    (await call(url, 'GET', '/wallets/customer-addresses?coins=BITCOIN', { token })).body.BITCOIN.credit;
  const before = await credit();
  const isRead = async () =>
    (await call(url, 'GET', '/sandbox/chains')).body.content.some(
      ({ chain, height }: { chain: string; height: number }) => chain === 'BITCOIN' && height > 0,
    );
  await until(isRead, LONG);
  await ask(day, 'POST', '/sandbox/chains/BITCOIN/faucet', {
    relatedCoin: 'BITCOIN',
    address,
    amount: '0.25',
  });
  await ask(day, 'POST', '/sandbox/chains/BITCOIN/blocks', { count: 3 });
  await until(async () => (await credit()) !== before, LONG);
  day.say(`${before} → ${await credit()} BITCOIN at ${address}`);
}

/** One after the other, as in an upgrade; `npm run release-check` does it with an older version. */
async function restartBoth(day: Day): Promise<void> {
  for (const one of day.servers) {
    const other = day.servers.find((server) => server !== one) as PairedServer;
    day.watch.begin();
    await one.kill('SIGTERM');
    await until(async () => (await readiness(other))?.writer === true, LONG);
    await one.start();
    const [a, b] = day.servers;
    await rolesOf({ a, b });
    const ms = await day.watch.over();
    day.say(`restarted ${one.url}: no trade for ${ms} ms (at most ${RESTART_MS})`);
    if (ms > RESTART_MS) throw new Error('a restart delayed trades');
  }
}

async function killDatabase(day: Day): Promise<void> {
  day.watch.begin();
  day.archive.postgres.kill();
  await day.archive.postgres.start();
  const ms = await day.watch.over();
  day.say(`killed and begun anew: no trade for ${ms} ms (at most ${DATABASE_MS})`);
  if (ms > DATABASE_MS) throw new Error('the crash of the database delayed trades');
}

async function restoreToSecond(day: Day): Promise<void> {
  await day.archive.backUp();
  // pgbackrest restores to a second after the one in which the backup ended.
  await sleep(2_000);
  const at = new Date().toISOString();
  await sleep(2_000);
  const said = tool(
    day,
    'server/src/drill-cli.ts',
    '--into',
    day.trials,
    '--wal',
    day.archive.wal,
    '--at',
    at,
  );
  day.say(said.split('\n').slice(-4).join(' · '));
  const { drill } = (await ask(day, 'GET', '/backoffice/operations')).baseDTO;
  if (drill.state !== 'HELD')
    throw new Error(`unexpected drill in the back office: ${JSON.stringify(drill)}`);
}

async function alarmToAcknowledgement(day: Day): Promise<void> {
  const [withSigner, other] = day.servers;
  const alarms = async () =>
    (await call(other.url, 'GET', '/backoffice/alarms', { token: day.token })).body.baseDTO
      .alarms as Answer[];
  const find = async () => (await alarms()).find(({ kind }) => kind === 'SIGNER_AWAY');
  const begun = Date.now();
  await withSigner.kill('SIGTERM');
  await until(async () => (await find()) !== undefined, LONG);
  const raised = await find();
  const told = async () =>
    (await find())?.messages.some(({ to, sentAt }: Answer) => to === EMAIL && sentAt !== null) === true;
  await until(told, LONG);
  day.say(`told ${EMAIL} ${Math.round((Date.now() - begun) / 1000)} s after the signer went`);
  const taken = await call(other.url, 'POST', `/backoffice/alarms/${raised.id}/acknowledge`, {
    token: day.token,
    body: { note: 'I start its host again' },
  });
  if (taken.status !== 200) throw new Error(`not acknowledged: ${JSON.stringify(taken.body)}`);
  await withSigner.start();
  await until(async () => (await find())?.clearedAt !== null, 2 * LONG);
  day.say('taken on, and over by itself once the signer was back');
}

/** Checks that the day's events are visible in the back office. */
async function evening(day: Day): Promise<void> {
  const { processes, drill, lease } = (await ask(day, 'GET', '/backoffice/operations')).baseDTO;
  const live = processes.filter(({ role, isSilent }: Answer) => role === 'SERVER' && !isSilent);
  if (live.length !== 2 || !lease.isHeld || drill.state !== 'HELD')
    throw new Error(`the page of operations: ${JSON.stringify({ processes, drill, lease })}`);
  const { content } = await ask(day, 'GET', '/backoffice/audit?size=50');
  const actions = content.map(({ action }: Answer) => action);
  for (const action of ['staff role added', 'alarm acknowledged'])
    if (!actions.includes(action)) throw new Error(`the log lacks "${action}": ${actions.join(', ')}`);
  day.say(
    `two servers of version ${live[0].version}, the restore that held, and in the log: ${[...new Set(actions)].join(', ')}`,
  );
}

const STEPS: readonly [string, (day: Day) => Promise<void>][] = [
  ['the first member of staff', firstColleague],
  ['the first deposit', firstDeposit],
  ['both servers restarted under load', restartBoth],
  ['the database killed under load', killDatabase],
  ['a restore to a second', restoreToSecond],
  ['an alarm, until it is taken on', alarmToAcknowledgement],
  ['the day in the back office', evening],
];

/** Throws when the day doesn't go as described. */
export async function walkOneInstallation(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync('/tmp/sarraf-day-');
  chmodSync(folder, 0o755);
  const trials = join(folder, 'trials');
  mkdirSync(trials);
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const archive = await startArchive();
    ends.push(archive.stop);
    const { url } = archive.postgres;
    await migrate(url);
    const database = openDatabase(url, 2, TEST_AUDIT_KEY);
    ends.push(database.close);
    const people = await makeTraders(url, database.db, TRADERS);
    const nats = await startNats();
    ends.push(nats.kill);
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
    const a = half(await freePort(), { ...settings, WITH_SIGNER: '1' });
    const b = half(await freePort(), { ...settings, PRICE_SEED: '7' });
    ends.push(() => Promise.all([a, b].map(({ kill }) => kill('SIGTERM'))));
    await a.start();
    await b.start();
    await rolesOf({ a, b });

    let [answered, last, longest] = [0, performance.now(), 0];
    const traders = people.map((person, i) =>
      startTrader(person, `${i}`, i % 2 === 0 ? [a, b] : [b, a], PAUSE_MS, (_, status) => {
        if (status !== 200) return;
        answered += 1;
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }),
    );
    const watch = {
      begin() {
        [longest, last] = [0, performance.now()];
      },
      async over() {
        const then = answered;
        await until(async () => answered > then + WORK, LONG);
        return Math.round(longest);
      },
    };
    const day: Day = { archive, servers: [a, b], settings, token: '', watch, trials, say };
    for (const [name, step] of STEPS) {
      const begun = performance.now();
      await step(day).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      say(`${name}: held (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
    }
    await Promise.all(traders.map(({ stop }) => stop()));
    const answers = traders.map((trader) => trader.answers);
    await expectAcknowledgedPersisted(database.db, people, answers);
    const placed = answers.reduce((sum, one) => sum + one.placed.size, 0);
    say(`${placed} acknowledged orders and trades: each is there once, and nothing else is.`);
    say(tool(day, 'server/src/audit-cli.ts').split('\n').at(-1) ?? '');
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error));
    rmSync(folder, { recursive: true, force: true });
  }
}
