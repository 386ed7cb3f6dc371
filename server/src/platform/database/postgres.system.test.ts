import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { installPostgres, replaceLibrary } from '../../../test/replaced-library.ts';
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts';
import { findOrCreateAccount, preparePackagedBinaries } from './postgres-binaries.ts';

let dataDir: string;
let running: Postgres[];

beforeEach(() => {
  dataDir = mkdtempSync('/tmp/sarraf-postgres-test-');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  removeFolder(dataDir);
});

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const server = await startPostgres({ dataDir, log: () => {}, ...options });
  running.push(server);
  return server;
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

/** Starts the database from another Node process and kills that process with SIGKILL. */
async function startAndKill(): Promise<{ url: string; pid: number }> {
  const script = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module-typescript', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return JSON.parse(String(line));
}

describe('startPostgres', () => {
  test('serves durably on a port below the ephemeral range, and stops', async () => {
    const server = await start();
    expect(await ask(server.url, 'SHOW server_version')).toMatch(/^15\./);
    expect(await ask(server.url, 'SELECT current_database()')).toBe('sarraf');
    expect(await ask(server.url, 'SHOW fsync')).toBe('on');
    expect(await ask(server.url, 'SHOW synchronous_commit')).toBe('on');
    expect(Number(new URL(server.url).port)).toBeLessThan(32768);
    await server.stop();
    await expect(ask(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await server.stop();
  });

  test('creates the roles of server and signer, also in an older data folder without them', async () => {
    const role = 'SELECT current_user';
    const first = await start();
    const roles = [await ask(first.serverUrl, role), await ask(first.signerUrl, role)];
    expect(roles).toEqual(['sarraf_server', 'sarraf_signer']);
    await expect(ask(first.serverUrl, 'CREATE ROLE another')).rejects.toThrow('permission denied');
    const cluster = join(dataDir, 'cluster');
    const files = ['sarraf-server-password', 'sarraf-signer-password'].map((name) => join(cluster, name));
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
    // One start was killed between creating the two roles, so the second is missing.
    await ask(first.url, 'DROP ROLE sarraf_signer');
    for (const file of files) rmSync(file);
    await first.stop();
    const second = await start();
    expect(await ask(second.serverUrl, role)).toBe('sarraf_server');
    expect(await ask(second.signerUrl, role)).toBe('sarraf_signer');
    await second.stop();
    const third = await start();
    expect([third.serverUrl, third.signerUrl]).toEqual([second.serverUrl, second.signerUrl]);
    expect(await ask(third.serverUrl, role)).toBe('sarraf_server');
  });

  test('keeps port and data across restarts, and hides its password', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    expect(statSync(join(dataDir, 'cluster', 'sarraf-password')).mode & 0o077).toBe(0);
  });

  test('rejects a wrong password', async () => {
    const { url, serverUrl } = await start();
    for (const address of [new URL(url), new URL(serverUrl)]) {
      address.password = 'another';
      await expect(ask(address.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    }
  });

  test('runs the binaries of the npm package too', async () => {
    const server = await start({ binDir: preparePackagedBinaries(findOrCreateAccount()) });
    expect(await ask(server.url, 'SHOW server_version')).toMatch(/^15\./);
  });

  test('keeps running while an update replaces its binaries, and runs the new ones at the next start', async () => {
    const place = mkdtempSync('/tmp/sarraf-installed-');
    chmodSync(place, 0o755);
    const work = 'DO $$ BEGIN RETURN; END $$';
    const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('programs-'));
    try {
      const binDir = installPostgres(place);
      const first = await start({ binDir });
      const [before] = copies();
      const restore = replaceLibrary(binDir);
      await ask(first.url, work);
      await first.stop();
      // The installed version is what runs, complete or not.
      const second = await start({ binDir });
      await expect(ask(second.url, work)).rejects.toThrow('could not find function');
      expect(copies()).not.toContain(before);
      await second.stop();
      restore();
      const third = await start({ binDir });
      await ask(third.url, work);
      expect(copies()).toEqual([before]);
      // Nothing is copied again if nothing has changed.
      await third.stop();
      const copied = statSync(join(dataDir, before ?? '')).ctimeMs;
      await start({ binDir });
      expect(statSync(join(dataDir, before ?? '')).ctimeMs).toBe(copied);
    } finally {
      for (const server of running) await server.stop();
      removeFolder(place);
    }
  });

  test('survives a kill -9 of its starter and is adopted by the next start', async () => {
    const before = await startAndKill();
    expect(await ask(before.url, 'SELECT 1')).toBe(1);
    const adopted = await start();
    expect(adopted.adopted).toBe(true);
    expect(adopted.pid).toBe(before.pid);
    expect(adopted.url).toBe(before.url);
    await adopted.stop();
    await expect(ask(before.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('serves two processes that start concurrently', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two.pid).toBe(one.pid);
  });

  test('starts after a kill -9 of the database itself', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
  });

  test('ignores a stale lock file that names another process, also one of the same account', async () => {
    const account = findOrCreateAccount();
    const first = await start();
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    const neighbour = spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
    try {
      for (const pid of [process.pid, neighbour.pid]) {
        writeFileSync(pidFile, [pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
        if (account) chownSync(pidFile, account.uid, account.gid);
        const server = await start();
        expect(await ask(server.url, 'SELECT 1')).toBe(1);
        await server.stop();
      }
    } finally {
      neighbour.kill();
    }
  });

  test('chooses another port if its own is taken, unless a fixed port was requested', async () => {
    const first = await start();
    await first.stop();
    const port = Number(new URL(first.url).port);
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    try {
      await expect(start({ port })).rejects.toThrow('could not');
      const second = await start();
      expect(new URL(second.url).port).not.toBe(String(port));
      expect(await ask(second.url, 'SELECT 1')).toBe(1);
    } finally {
      squatter.close();
    }
  });
});
