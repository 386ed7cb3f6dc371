/** `npm start` with all its processes: how it ends, and its message when it can't start. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../src/platform/database/postgres.ts';
import { findOrCreateAccount } from '../src/platform/database/postgres-binaries.ts';
import { isRunning, type NpmProcess, runRefusedStart, startWithNpm } from './npm-start.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort } from './running-server.ts';

const WEBSOCKET = `GET /api/stream HTTP/1.1\r\nHost: sarraf\r\nConnection: Upgrade\r\nUpgrade: websocket
Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`.replace(
  /\r?\n/g,
  '\r\n',
);
const REPOSITORY = join(import.meta.dirname, '../..');
const buildLoginRequest = (length: number) =>
  `POST /api/users/login HTTP/1.1\r\nHost: sarraf\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

let root: string;
let dataDir: string;
let port: number;
let running: NpmProcess | null = null;

beforeAll(async () => {
  root = mkdtempSync('/tmp/sarraf-start-');
  chmodSync(root, 0o755);
  dataDir = join(root, 'data');
  port = await findFreePort();
});
afterAll(async () => {
  for (const pid of running?.pids() ?? []) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  const postmaster = existsSync(lockPath()) ? Number.parseInt(readFileSync(lockPath(), 'utf8'), 10) : 0;
  if (isRunning(postmaster)) process.kill(postmaster, 'SIGQUIT');
  removeFolder(root);
});

const lockPath = () => join(dataDir, 'postgres/cluster/postmaster.pid');
const startServerWith = (how: { first?: boolean } = {}) =>
  startWithNpm({ DATA_DIR: dataDir, PORT: String(port) }, how);
const expectAllEnded = (pids: readonly number[]) =>
  expect.poll(() => pids.filter(isRunning), { timeout: 60_000, interval: 100 }).toEqual([]);
const readDatabaseLog = () =>
  readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8').trim().split('\n').at(-1);
/** Expects an orderly stop; or, on a machine too busy for that, the logged end of its timeout. */
function expectOrderlyEnd({ output }: NpmProcess): void {
  if (output().includes('Not everything had stopped')) return;
  expect(readDatabaseLog()).toContain('database system is shut down');
}

/** Opens a connection, sends this and records the response. */
async function openConnection(
  text: string,
  until: string,
): Promise<{ socket: Socket; readReceived: () => string }> {
  let received = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (more) => {
    received += more;
  });
  socket.on('error', () => {});
  await expect.poll(() => received, { timeout: 60_000 }).toContain(until);
  return { socket, readReceived: () => received };
}

const isConnectionRefused = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true));
    socket.on('connect', () => socket.destroy());
  });

it('stops with npm, finishes running requests, and does not wait for silent clients', async () => {
  running = await startServerWith({ first: true });
  const pids = running.pids();
  // npm, our wrapper, the server, the signer, the database and its own processes.
  expect(pids.length).toBeGreaterThan(6);
  // A client that never answers the close of its stream, one with keep-alive, one whose body never comes.
  await openConnection(WEBSOCKET, '101 Switching');
  await openConnection('GET /health/live HTTP/1.1\r\nHost: sarraf\r\n\r\n', '200 OK');
  await openConnection(
    `GET /health/live HTTP/1.1\r\nHost: sarraf\r\n\r\n${buildLoginRequest(1_000)}`,
    '200 OK',
  );
  const body = JSON.stringify({ email: 'nobody@sarraf.test', password: 'Sarraf-demo-1' });
  const first = `GET /health/live HTTP/1.1\r\nHost: sarraf\r\n\r\n${buildLoginRequest(body.length)}${body.slice(0, 10)}`;
  const { socket, readReceived } = await openConnection(first, '200 OK');
  process.kill(running.npm, 'SIGTERM');
  await expect.poll(isConnectionRefused, { timeout: 60_000 }).toBe(true);
  socket.write(body.slice(10));
  await expect.poll(readReceived, { timeout: 60_000 }).toMatch(/HTTP\/1\.1 4\d\d[\s\S]*"message"/);
  await expectAllEnded(pids);
  expectOrderlyEnd(running);
});

it('is not disturbed by a second start with its folder and its port', async () => {
  if (running === null || !isRunning(running.npm)) running = await startServerWith();
  const [postmaster] = readFileSync(lockPath(), 'utf8').split('\n');
  const [folder, snapshot] = await Promise.all([
    runRefusedStart({ DATA_DIR: dataDir, PORT: String(await findFreePort()) }),
    runRefusedStart({ DATA_DIR: join(root, 'another'), PORT: String(port) }),
  ]);
  expect(folder).toEqual({
    code: 1,
    output: `Sarraf can't start: DATA_DIR: another server (process ${running.pidOf('scripts/start.ts')}) uses ${dataDir}. Stop it, or name another folder.\n`,
  });
  expect(snapshot).toEqual({
    code: 1,
    output: `Sarraf can't start: PORT: something listens on port ${port} of 127.0.0.1 already. Stop it, or set another PORT.\n`,
  });
  expect(readFileSync(lockPath(), 'utf8').split('\n')[0]).toBe(postmaster);
  expect((await callServer(running.url, 'GET', '/coins')).status).toBe(200);
});

it('stops in order when its parent process was killed', async () => {
  if (running === null) throw new Error('nothing runs');
  const wrapper = running.pidOf('scripts/with-node.mjs');
  const server = running.pidOf('scripts/start.ts');
  const pids = running.pids();
  expect(server).not.toBe(wrapper);
  process.kill(wrapper, 'SIGKILL');
  await expectAllEnded(pids);
  expectOrderlyEnd(running);
});

/** A build that never ends, and reports an error once its caller is gone. */
const ENDLESS_BUILD = `const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent) return;
  console.error('the build goes on alone');
  process.exit();
}, 20);`;

/** Returns a copy of our scripts where the web is not built, and is being built for ever. */
function copyUnbuiltTree(): string {
  const tree = join(root, 'unbuilt');
  mkdirSync(join(tree, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'domain', 'server'])
    symlinkSync(join(REPOSITORY, name), join(tree, name));
  for (const name of ['start.ts', 'web-built.ts'])
    copyFileSync(join(REPOSITORY, 'scripts', name), join(tree, 'scripts', name));
  writeFileSync(join(tree, 'scripts/build-web.ts'), ENDLESS_BUILD);
  return tree;
}

it('leaves neither database nor build behind when the start is refused for another reason', async () => {
  const PORT = String(port);
  const wrong = await runRefusedStart(
    { DATA_DIR: dataDir, PORT, SECRET_KEY: randomBytes(32).toString('base64') },
    copyUnbuiltTree(),
  );
  expect(wrong.code).toBe(1);
  expect(wrong.output).toBe(
    "Sarraf can't start: SECRET_KEY: this is not the key that the database was sealed with. Set the one it was begun with.\n",
  );
  expect(readDatabaseLog()).toContain('database system is shut down');
  rmSync(join(dataDir, 'secret.key'));
  const lost = await runRefusedStart({ DATA_DIR: dataDir, PORT });
  expect(lost.output).toBe(
    `Sarraf can't start: SECRET_KEY is not set and ${dataDir} has no key, but the database was sealed with one. Set SECRET_KEY, or put ${dataDir}/secret.key back.\n`,
  );
  expect(() => readFileSync(join(dataDir, 'secret.key'))).toThrow('ENOENT');
  expect(readDatabaseLog()).toContain('database system is shut down');
});

/** Defects of a data folder, and the message for each. */
const BROKEN_FOLDERS: Record<string, { make(dir: string): void; says(dir: string): RegExp }> = {
  'of somebody else': {
    make: (dir) => writeFileSync(join(dir, 'thesis.doc'), ''),
    says: (dir) => new RegExp(`DATA_DIR: ${dir} has files of something else \\(thesis.doc\\)\\. Name a new`),
  },
  'whose database is of somebody else': {
    make(dir) {
      mkdirSync(join(dir, 'postgres'));
      writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '15');
    },
    says: (dir) =>
      new RegExp(`DATA_DIR: ${dir}/postgres has files of something else \\(PG_VERSION\\)\\. Move`),
  },
  'whose database is half there': {
    make(dir) {
      copyFolder(dir);
      rmSync(join(dir, 'postgres/cluster/PG_VERSION'));
    },
    says: (dir) => new RegExp(`${dir}/postgres/cluster is not a whole database: it has no PG_VERSION\\. Put`),
  },
  'whose database has lost a part that PostgreSQL needs': {
    make(dir) {
      copyFolder(dir);
      rmSync(join(dir, 'postgres/cluster/global/pg_control'));
    },
    says: (dir) =>
      new RegExp(`PostgreSQL did not start: .*pg_control.* More is in ${dir}/postgres/postgres.log`),
  },
  'of another PostgreSQL': {
    make(dir) {
      copyFolder(dir);
      writeFileSync(join(dir, 'postgres/cluster/PG_VERSION'), '14\n');
    },
    says: (dir) =>
      new RegExp(`${dir}/postgres/cluster is of PostgreSQL 14, and this version runs 15\\. Bring`),
  },
  'that points to where nothing is': {
    make(dir) {
      mkdirSync(join(dir, 'postgres'));
      writeFileSync(join(dir, 'postgres', 'location'), '/var/lib/sarraf/gone\n');
    },
    says: () => /location says that the database is in \/var\/lib\/sarraf\/gone, where there is none\. Put/,
  },
  'that the database may not enter any more': {
    make(dir) {
      copyFolder(dir);
      chmodSync(dir, 0o700);
    },
    says: (dir) => new RegExp(`the database in ${dir}/postgres is out of reach of the user .* Let that user`),
  },
};
/** A copy of the folder of the tests above, whose database is complete and stopped. */
const copyFolder = (dir: string) => {
  spawnSync('cp', ['-a', join(dataDir, 'postgres'), dir]);
};

it('reports in one line what is wrong with a folder, and changes nothing in it', async () => {
  const ours = findOrCreateAccount() !== undefined;
  const cases = Object.entries(BROKEN_FOLDERS).filter(([name]) => ours || !name.includes('may not enter'));
  const PORT = String(port);
  for (const [name, { make, says }] of cases) {
    const dir = join(root, name.replaceAll(' ', '-'));
    mkdirSync(dir, { mode: 0o755 });
    make(dir);
    const { code, output } = await runRefusedStart({ DATA_DIR: dir, PORT });
    expect(output).toMatch(/^Sarraf can't start: .*\n$/);
    expect(output).toMatch(says(dir));
    expect(code).toBe(1);
    expect(spawnSync('pgrep', ['-f', `postgres -D ${dir}`]).status).toBe(1);
  }
});

it('starts again next to the remains of an interrupted first start', async () => {
  const dir = join(root, 'broken');
  mkdirSync(join(dir, 'cluster.0badcafe/base'), { recursive: true });
  writeFileSync(join(dir, 'cluster.0badcafe.password'), 'x');
  const account = findOrCreateAccount();
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, dir]);
  const { stop } = await startPostgres({ dataDir: dir, log: () => {} });
  await stop();
});
