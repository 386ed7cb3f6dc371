import { hostname } from 'node:os';
import type { Db } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Version } from '../platform/version.ts';
import { type ProcessIdentity, pruneProcesses, removeProcess, upsertProcess } from './store.ts';

const INTERVAL_MS = 15_000;
/** Three missed heartbeats, after which a process counts as silent. */
export const SILENT_AFTER_SECONDS = 45;
/** A killed process is listed for a day. */
const KEPT_HOURS = 24;

export interface Heartbeat {
  /** Must be called when it becomes the ledger writer or stops being it. */
  recordNow(): void;
  /** Deletes its row. */
  stop(): Promise<void>;
}

/**
 * Records periodically that this process is running, without delaying anything; while the database is unreachable
 * it is silent.
 */
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
  const identity: ProcessIdentity = {
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
        await upsertProcess(db, identity, epoch());
        await pruneProcesses(db, KEPT_HOURS);
      })
      .catch((err: unknown) => log.debug({ area: 'operations', err }, 'the heartbeat was not written'));
  };
  const timer = setInterval(beat, INTERVAL_MS).unref();
  beat();
  return {
    recordNow: beat,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await removeProcess(db, identity.id).catch(() => {});
    },
  };
}
