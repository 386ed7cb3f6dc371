/** Metrics of the operator's duties: disk space, restore drills, certificates and third-party keys. */
import { readDrillRecord } from '../../drill/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { diskUsed } from '../../platform/disk-used.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { readBackups } from '../backups.ts';
import { certificateEndOf } from '../vendors.ts';
import { certifiedHosts, endsOf, hostText } from '../what-ends.ts';

/** Cache time of file system values, which change slowly. */
const DISK_MS = 30_000;
/** Cache time of certificate expiry times, which are fetched from their hosts. */
const ENDS_MS = 300_000;

interface Sources {
  db: Db;
  config: Config;
  clock: Clock;
}

export function readDuties(metrics: Metrics, sources: Sources): void {
  readDisk(metrics, sources);
  readCopies(metrics, sources);
  readDrill(metrics, sources);
  readEnds(metrics, sources);
}

function readDisk(metrics: Metrics, { config }: Sources): void {
  const used = metrics.gauge({
    name: 'sarraf_data_disk_used',
    help: 'Used share of the disk of DATA_DIR, 0 to 1.',
  });
  metrics.read(
    'disk',
    [used],
    async () => {
      used.set(await diskUsed(config.DATA_DIR));
    },
    DISK_MS,
  );
}

function readCopies(metrics: Metrics, sources: Sources): void {
  const age = metrics.gauge({
    name: 'sarraf_backup_age_seconds',
    help: 'Time since the last success of a backup job in BACKUP_JOBS; if it never succeeded, since it is expected.',
    labels: ['backup'],
  });
  const limit = metrics.gauge({
    name: 'sarraf_backup_late_seconds',
    help: 'Age at which that backup is late.',
    labels: ['backup'],
  });
  const failed = metrics.gauge({
    name: 'sarraf_backup_failed',
    help: '1 if the last run of that backup job failed, else 0.',
    labels: ['backup'],
  });
  metrics.read('backups', [age, limit, failed], async () => {
    for (const { name: backup, ageMs, lateMs, state } of await readBackups(sources)) {
      age.set({ backup }, ageMs / 1000);
      limit.set({ backup }, lateMs / 1000);
      failed.set({ backup }, state === 'FAILED' ? 1 : 0);
    }
  });
}

function readDrill(metrics: Metrics, { config, clock }: Sources): void {
  const held = metrics.gauge({
    name: 'sarraf_drill_held',
    help: '1 if the last restore drill (DRILL_RECORD) passed, else 0; absent before the first.',
  });
  const age = metrics.gauge({
    name: 'sarraf_drill_age_seconds',
    help: 'Time since the last restore drill started; +Inf: DRILL_RECORD has none.',
  });
  metrics.read('drill', [held, age], () => {
    if (config.DRILL_RECORD === undefined) return;
    const record = readDrillRecord(config.DRILL_RECORD);
    if (record) held.set(record.held ? 1 : 0);
    const begun = record ? Date.parse(record.begunAt) : Number.NEGATIVE_INFINITY;
    age.set((clock.now() - begun) / 1000);
  });
}

function readEnds(metrics: Metrics, { config, clock }: Sources): void {
  const secondsUntil = (at: number): number => (at - clock.now()) / 1000;
  const certificate = metrics.gauge({
    name: 'sarraf_certificate_left_seconds',
    help: 'Time until the certificate of a host expires; below 0: it has expired.',
    labels: ['host'],
  });
  metrics.read(
    'certificates',
    [certificate],
    async () => {
      const ends = certifiedHosts(config).map(async (host) => ({
        host: hostText(host),
        at: await certificateEndOf(config, host),
      }));
      for (const { host, at } of await Promise.all(ends)) certificate.set({ host }, secondsUntil(at));
    },
    ENDS_MS,
  );
  const key = metrics.gauge({
    name: 'sarraf_key_left_seconds',
    help: 'Time until a credential listed in ALARM_ENDS expires; below 0: it has expired.',
    labels: ['key'],
  });
  metrics.read('ends', [key], () => {
    for (const { name, at } of endsOf(config)) key.set({ key: name }, secondsUntil(at));
  });
}
