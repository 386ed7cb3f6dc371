import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** First half of the advisory locks' keys. */
const SPACE = 7352;
/** So often the connection that holds the locks is asked whether it still is there. */
const LOOK_MS = 5_000;

/**
 * Which chains this process works on. A convenience, so that two processes don't do the same work: what they write is
 * safe without it. All locks are held by one connection of the pool, and are gone with it, or once this process no longer
 * settles the books.
 */
export interface ChainLocks {
  /** Takes the lock, or says that it is held already; false: another process has it. */
  hold(name: string): Promise<boolean>;
  close(): Promise<void>;
}

export function createChainLocks(db: Db, mayWork: () => boolean = () => true): ChainLocks {
  let session: Promise<Session> | null = null;
  const held = new Set<string>();
  let seenAt = performance.now();

  async function drop(): Promise<void> {
    const open = await session?.catch(() => null);
    session = null;
    held.clear();
    open?.end();
    await open?.ended;
  }

  return {
    async hold(name) {
      // Whoever can't book what they read or send leaves it to whoever can.
      if (!mayWork()) {
        await drop();
        return false;
      }
      session ??= openSession(db);
      try {
        const { connection } = await session;
        if (held.has(name)) {
          if (performance.now() - seenAt > LOOK_MS) {
            await sql`select 1`.execute(connection);
            seenAt = performance.now();
          }
          return true;
        }
        const { rows } = await sql<{ taken: boolean }>`
          select pg_try_advisory_lock(${SPACE}, hashtext(${name})) as taken`.execute(connection);
        if (rows[0]?.taken) held.add(name);
        return rows[0]?.taken === true;
      } catch (error) {
        await drop();
        throw error;
      }
    },
    close: drop,
  };
}

interface Session {
  connection: Db;
  end(): void;
  ended: Promise<void>;
}

/** A connection that stays ours until `end`. */
function openSession(db: Db): Promise<Session> {
  return new Promise((resolve, reject) => {
    let end = () => {};
    const released = new Promise<void>((done) => {
      end = done;
    });
    const ended = db
      .connection()
      .execute(async (connection) => {
        resolve({ connection, end: () => end(), ended: endedOrFailed });
        await released;
        // The connection goes back to the pool, where nobody would know of its locks.
        await sql`select pg_advisory_unlock_all()`.execute(connection).catch(() => {});
      })
      .catch(reject);
    const endedOrFailed = ended.catch(() => {});
  });
}
