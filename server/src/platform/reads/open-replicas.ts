import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config/config.ts';
import { type Db, getAuditKey } from '../database/database.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { setReplicas } from './reads.ts';
import { Replica } from './replica.ts';
import { type Replicas, watchReplicas } from './replicas.ts';

/**
 * Opens the replicas of the settings, which serve reads of `db` from now on; null: there are none.
 * @throws StartError if a reachable one is of another database.
 */
export async function openReplicas(
  config: Pick<Config, 'DATABASE_READ_URL' | 'DATABASE_READ_BEHIND_MS' | 'DATABASE_POOL'>,
  db: Db,
  { log, bus }: { log: Log; bus: Bus },
): Promise<Replicas | null> {
  if (config.DATABASE_READ_URL === undefined) return null;
  const urls = config.DATABASE_READ_URL.split(',');
  const replicas = urls.map((url) => new Replica(url, config.DATABASE_POOL, getAuditKey(db)));
  const watcher = await watchReplicas(db, replicas, { allowedMs: config.DATABASE_READ_BEHIND_MS, log });
  const foreign = replicas.findIndex(({ isForeign }) => isForeign);
  if (foreign >= 0) {
    await watcher.close();
    const { host } = new URL(urls[foreign] as string);
    throw new StartError(`DATABASE_READ_URL: what is at ${host} is no copy of DATABASE_URL.`);
  }
  setReplicas(db, watcher);
  // Clients that are notified read immediately.
  for (const topic of ['orders', 'wallets', 'notices'] as const)
    bus.subscribe(topic, ({ userId }) => watcher.recordNotified(userId));
  return watcher;
}
