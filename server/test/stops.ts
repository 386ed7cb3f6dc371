/**
 * Stops a process within a named step: a trigger waits for a lock that the test holds, and the test kills the
 * process in the meantime. So the product has no test code, and nothing depends on the speed of a machine.
 */
import pg from 'pg';
import { ownerUrlOf } from './owner.ts';

export interface Step {
  name: string;
  table: string;
  on: 'insert' | 'update';
  /** Condition of the trigger. */
  when: string;
  /** A condition in SQL: processes that come before it holds are not stopped. */
  once?: string;
}

/** The fate of the running statement: the database finishes it without a client, or rolls it back. */
export type StatementOutcome = 'finished' | 'forgotten';

export interface Breakpoint {
  /** Returns whether a process waits within the step. */
  reached(): Promise<boolean>;
  /** Releases the lock, once the process is dead. */
  letGo(fate: StatementOutcome): Promise<void>;
  /** Removes the trigger, once all others have been released, too. */
  remove(): Promise<void>;
}

const LOCK_SPACE = 7399;
let stopCount = 0;

export async function stopAtStep(
  databaseUrl: string,
  { table, on, when, once = 'true' }: Step,
): Promise<Breakpoint> {
  stopCount += 1;
  const [lock, name] = [stopCount, `zz_stop_${stopCount}`];
  const here = `locktype = 'advisory' and classid = ${LOCK_SPACE} and objid = ${lock}`;
  const client = await connectAsOwner(databaseUrl);
  await client.query(`select pg_advisory_lock(${LOCK_SPACE}, ${lock})`);
  await client.query(`create function ${name}() returns trigger language plpgsql as $$ begin
    if ${once} then perform pg_advisory_xact_lock_shared(${LOCK_SPACE}, ${lock}); end if; return new; end $$`);
  await client.query(`create trigger ${name} before ${on} on ${table} for each row when (${when})
    execute function ${name}()`);
  return {
    reached: async () => (await listWaiters(client, here)).length > 0,
    async letGo(fate) {
      if (fate === 'forgotten') await terminateSessions(client, await listWaiters(client, here));
      await client.query(`select pg_advisory_unlock(${LOCK_SPACE}, ${lock})`);
    },
    async remove() {
      await client.query(`drop function ${name} cascade`);
      await client.end();
    },
  };
}

/** Stops processes that read a table, within the read. */
export async function stopReaders(databaseUrl: string, table: string): Promise<Breakpoint> {
  const client = await connectAsOwner(databaseUrl);
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    reached: async () => (await listWaiters(client, `relation = '${table}'::regclass`)).length > 0,
    async letGo() {
      await client.query('rollback');
    },
    remove: () => client.end(),
  };
}

async function connectAsOwner(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrlOf(databaseUrl) });
  await client.connect();
  return client;
}

async function listWaiters(client: pg.Client, which: string): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(`select distinct pid from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database()) and ${which}`);
  return rows.map(({ pid }) => pid);
}

/** Resolves when they have ended. */
async function terminateSessions(client: pg.Client, pids: readonly number[]): Promise<void> {
  await client.query('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as pid', [pids]);
}
