import { hostname } from 'node:os';
import type { Db } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Version } from '../platform/version.ts';
import { type ProcessIdentity, pruneProcesses, removeProcess, upsertProcess } from './store.ts';

const BEAT_MS = 15_000;
/** Three beats, and then it is silent. */
export const SILENT_AFTER_SECONDS = 45;
/** One that was killed stays in sight for a day. */
const KEPT_HOURS = 24;

export interface Heartbeat {
  /** To be called when it begins to settle the books, or no longer does. */
  beat(): void;
  /** Takes its row away. */
  stop(): Promise<void>;
}

/** Says that this process is there, which nothing waits for; while the database is away it is silent. */
export function startHeartbeat(
  db: Db,
  {
    role,
    version: { version, commit },
    epoch,
    log,
  }: { role: ProcessIdentity['role']; version: Version; epoch: () => bigint | null; log: Log },
): Heartbeat {
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  const own: ProcessIdentity = {
    id: newId(),
    role,
    version,
    commit,
    host: hostname().slice(0, 100),
    pid: process.pid,
    startedAt,
  };
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const beat = () => {
    running = running
      .then(async () => {
        if (stopped) return;
        await upsertProcess(db, own, epoch());
        await pruneProcesses(db, KEPT_HOURS);
      })
      .catch((err: unknown) => log.debug({ area: 'operations', err }, 'the heartbeat was not written'));
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  beat();
  return {
    beat,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await removeProcess(db, own.id).catch(() => {});
    },
  };
}
