/**
 * Three local PostgreSQL under Patroni with three etcd, configured by the files of deploy/patroni, whose primary
 * may be killed, frozen and moved. Debian's programs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findOrCreateAccount } from '../src/platform/database/postgres-binaries.ts';
import { listChildren } from './own-postgres.ts';
import { findFreePort } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy/patroni');
const CONFIG = join(DEPLOY, 'patroni.yaml');
const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl';
const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'of-this-run-alone';
const LONG = 180_000;

/** Returns the first missing program, or undefined. */
export const findMissingProgram = (): string | undefined =>
  ['/usr/bin/patroni', '/usr/bin/etcd', PG_CTL].find((path) => !existsSync(path));

/** A host: its PostgreSQL, and the Patroni that supervises it. */
export interface PatroniNode {
  name: string;
  /** Starts Patroni again, which starts its PostgreSQL. */
  start(): void;
  /** Kills all processes of PostgreSQL together. Patroni notices and lets another take over. */
  killPostgres(): void;
  /**
   * Stops PostgreSQL gracefully, so that its Patroni lets another take over: the planned switchover of
   * docs/operate.md.
   */
  leave(): Promise<void>;
  /** Leaves PostgreSQL running without supervision. */
  killPatroni(): Promise<void>;
  /** Freezes both, like a machine that is paused, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

export interface PatroniCluster {
  nodes: PatroniNode[];
  /** All three, in the form of DATABASE_URL: of the database `sarraf`, as its owner. */
  url: string;
  /** Returns the holder of the leader key; undefined: none now. */
  leader(): Promise<PatroniNode | undefined>;
  /** Waits until one leads, and both others stream from it and are synchronous. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** `folder`: an empty one; logs stay there. */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const account = findOrCreateAccount();
  const children = new Set<ChildProcess>();
  const launchProgram = (name: string, program: string, args: string[], env: Record<string, string>) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...account,
      cwd: folder,
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: folder, ...env },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);

  const etcds = await Promise.all(
    NAMES.map(async (name) => ({ name, client: await freeHostPort(), peer: await freeHostPort() })),
  );
  const initial = etcds.map(({ name, peer }) => `${name}=http://${peer}`).join();
  for (const { name, client, peer } of etcds)
    launchProgram(`etcd-${name}`, '/usr/bin/etcd', [], {
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(folder, `etcd-${name}`),
      ETCD_LISTEN_PEER_URLS: `http://${peer}`,
      ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${peer}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_CLUSTER: initial,
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_ENABLE_V2: 'true',
    });
  await pollUntil(async () => {
    const answers = etcds.map(({ client }) =>
      fetch(`http://${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return (await Promise.all(answers)).every(Boolean);
  }, LONG);

  const hosts = await Promise.all(
    NAMES.map(async (name) => ({ name, postgres: await freeHostPort(), api: await freeHostPort() })),
  );
  const nodes = hosts.map(({ name, postgres, api }) => {
    const data = join(folder, `data-${name}`);
    const startPatroniProcess = () =>
      launchProgram(`patroni-${name}`, '/usr/bin/patroni', [CONFIG], {
        PATRONI_NAME: name,
        PATRONI_ETCD_HOSTS: etcds.map(({ client }) => client).join(),
        PATRONI_RESTAPI_LISTEN: api,
        PATRONI_RESTAPI_CONNECT_ADDRESS: api,
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: PASSWORD,
        PATRONI_POSTGRESQL_LISTEN: postgres,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
        PATRONI_REWIND_USERNAME: 'rewind',
        PATRONI_REWIND_PASSWORD: PASSWORD,
        // Programs of deploy/patroni are in /usr/local/bin on a host, and find its PostgreSQL at the usual port.
        PATH: `${DEPLOY}:/usr/bin:/bin`,
        PGHOST: '127.0.0.1',
        PGPORT: postgres.split(':')[1] as string,
        PGUSER: 'postgres',
        PGPASSWORD: PASSWORD,
      });
    let patroni: ChildProcess | null = null;
    const sendSignal = (pids: readonly number[], kind: NodeJS.Signals) => {
      for (const pid of pids)
        try {
          process.kill(pid, kind);
        } catch (error) {
          // It has ended with the others.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
    };
    const readPostgresPids = (): number[] => {
      const file = join(data, 'postmaster.pid');
      const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
      return pid > 0 && isPostgres(pid) ? [pid, ...listChildren(pid)] : [];
    };
    const endProcesses = async (kind: NodeJS.Signals): Promise<void> => {
      const ending = patroni;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      ending.kill(kind);
      await once(ending, 'exit');
    };
    const readPatroniPids = () => (patroni?.pid ? [patroni.pid] : []);
    return {
      name,
      api,
      postgres,
      data,
      start() {
        patroni = startPatroniProcess();
      },
      killPostgres: () => sendSignal(readPostgresPids(), 'SIGKILL'),
      async leave() {
        const stopping = spawn(PG_CTL, ['stop', '-m', 'fast', '-D', data], {
          ...account,
          cwd: folder,
          stdio: 'ignore',
        });
        await once(stopping, 'exit');
      },
      killPatroni: () => endProcesses('SIGKILL'),
      // Its Patroni first, which would otherwise react to the freeze of PostgreSQL.
      freeze: () => sendSignal([...readPatroniPids(), ...readPostgresPids()], 'SIGSTOP'),
      thaw: () => sendSignal([...readPostgresPids(), ...readPatroniPids()], 'SIGCONT'),
    };
  });
  type Node = (typeof nodes)[number];

  /** The cluster state as reported by any Patroni that responds. */
  async function members(): Promise<Member[]> {
    const answers = nodes.map(async ({ api }) => {
      const response = await fetch(`http://${api}/cluster`, { signal: AbortSignal.timeout(1_500) });
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(answers).catch(() => []);
  }
  async function leader(): Promise<Node | undefined> {
    const leader = (await members()).find(({ role }) => role === 'leader');
    return nodes.find(({ name }) => name === leader?.name);
  }
  async function isWhole(): Promise<boolean> {
    const all = await members();
    const lead = all.find(({ role, state }) => role === 'leader' && state === 'running');
    if (!lead || all.length !== NAMES.length) return false;
    // Patroni 3.0 reports the state "running"; later ones "streaming".
    const rest = all.filter(({ name }) => name !== lead.name);
    if (
      !rest.every(({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === lead.timeline)
    )
      return false;
    // The state in etcd, by which a successor is chosen.
    if (!rest.every(({ role }) => role === 'sync_standby')) return false;
    const host = nodes.find(({ name }) => name === lead.name) as Node;
    const rows = await asSuperuser(host.postgres, 'postgres', [
      `select count(*) filter (where state = 'streaming')::int as streaming,
        count(*) filter (where sync_state = 'sync')::int as sync from pg_stat_replication`,
    ]).catch(() => []);
    return rows[0]?.streaming === rest.length && rows[0]?.sync === rest.length;
  }
  const untilWhole = () => pollUntil(isWhole, LONG);

  async function stop(): Promise<void> {
    for (const node of nodes) {
      node.thaw();
      await node.killPatroni();
      node.killPostgres();
    }
    for (const child of children) child.kill('SIGKILL');
    while (children.size > 0) await sleep(50);
  }
  // An interrupted run leaves none behind.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const { killPostgres } of nodes) killPostgres();
  });

  try {
    for (const node of nodes) {
      mkdirSync(node.data, { mode: 0o700 });
      if (account) chownSync(node.data, account.uid, account.gid);
      node.start();
    }
    await untilWhole();
    const first = (await leader()) as Node;
    await asSuperuser(first.postgres, 'postgres', [
      `create role sarraf login createrole password '${PASSWORD}'`,
      'create database sarraf owner sarraf',
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    url: `postgres://sarraf:${PASSWORD}@${hosts.map(({ postgres }) => postgres).join()}/sarraf?target_session_attrs=read-write`,
    leader,
    untilWhole,
    stop,
  };
}

const freeHostPort = async (): Promise<string> => `127.0.0.1:${await findFreePort()}`;

/** Not another process that has reused its id since. */
const isPostgres = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
};

/** Returns the result of the last statement. */
async function asSuperuser(
  host: string,
  database: string,
  statements: readonly string[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${PASSWORD}@${host}/${database}`,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    let rows: Record<string, unknown>[] = [];
    for (const text of statements) ({ rows } = await client.query(text));
    return rows;
  } finally {
    client.end().catch(() => {});
  }
}
