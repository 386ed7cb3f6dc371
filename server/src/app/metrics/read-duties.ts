/** Metrics of the operator's duties: disk space, restore drills, certificates and third-party keys. */
import { readDrillRecord } from '../../drill/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { readDiskUsage } from '../../platform/disk-used.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { readBackups } from '../backups.ts';
import { readCertificateEnd } from '../vendors.ts';
import { formatHost, listCertifiedHosts, parseExpiries } from '../what-ends.ts';

/** Cache time of file system values, which change slowly. */
const DISK_CACHE_MS = 30_000;
/** Cache time of certificate expiry times, which are fetched from their hosts. */
const CERTIFICATE_CACHE_MS = 300_000;

interface DutySources {
  db: Db;
  config: Config;
  clock: Clock;
}

export function registerDutyMetrics(metrics: Metrics, sources: DutySources): void {
  registerDiskMetrics(metrics, sources);
  registerBackupMetrics(metrics, sources);
  registerDrillMetrics(metrics, sources);
  registerExpiryMetrics(metrics, sources);
}

function registerDiskMetrics(metrics: Metrics, { config }: DutySources): void {
  const used = metrics.createGauge({
    name: 'sarraf_data_disk_used',
    help: 'Used share of the disk of DATA_DIR, 0 to 1.',
  });
  metrics.registerReading(
    'disk',
    [used],
    async () => {
      used.set(await readDiskUsage(config.DATA_DIR));
    },
    DISK_CACHE_MS,
  );
}

function registerBackupMetrics(metrics: Metrics, sources: DutySources): void {
  const age = metrics.createGauge({
    name: 'sarraf_backup_age_seconds',
    help: 'Time since the last success of a backup job in BACKUP_JOBS; if it never succeeded, since it is expected.',
    labels: ['backup'],
  });
  const limit = metrics.createGauge({
    name: 'sarraf_backup_late_seconds',
    help: 'Age at which that backup is late.',
    labels: ['backup'],
  });
  const failed = metrics.createGauge({
    name: 'sarraf_backup_failed',
    help: '1 if the last run of that backup job failed, else 0.',
    labels: ['backup'],
  });
  metrics.registerReading('backups', [age, limit, failed], async () => {
    for (const { name: backup, ageMs, lateMs, state } of await readBackups(sources)) {
      age.set({ backup }, ageMs / 1000);
      limit.set({ backup }, lateMs / 1000);
      failed.set({ backup }, state === 'FAILED' ? 1 : 0);
    }
  });
}

function registerDrillMetrics(metrics: Metrics, { config, clock }: DutySources): void {
  const drillSucceeded = metrics.createGauge({
    name: 'sarraf_drill_held',
    help: '1 if the last restore drill (DRILL_RECORD) passed, else 0; absent before the first.',
  });
  const age = metrics.createGauge({
    name: 'sarraf_drill_age_seconds',
    help: 'Time since the last restore drill started; +Inf: DRILL_RECORD has none.',
  });
  metrics.registerReading('drill', [drillSucceeded, age], () => {
    if (config.DRILL_RECORD === undefined) return;
    const record = readDrillRecord(config.DRILL_RECORD);
    if (record) drillSucceeded.set(record.held ? 1 : 0);
    const begunAt = record ? Date.parse(record.begunAt) : Number.NEGATIVE_INFINITY;
    age.set((clock.now() - begunAt) / 1000);
  });
}

function registerExpiryMetrics(metrics: Metrics, { config, clock }: DutySources): void {
  const secondsUntil = (at: number): number => (at - clock.now()) / 1000;
  const certificate = metrics.createGauge({
    name: 'sarraf_certificate_left_seconds',
    help: 'Time until the certificate of a host expires; below 0: it has expired.',
    labels: ['host'],
  });
  metrics.registerReading(
    'certificates',
    [certificate],
    async () => {
      const ends = listCertifiedHosts(config).map(async (host) => ({
        host: formatHost(host),
        at: await readCertificateEnd(config, host),
      }));
      for (const { host, at } of await Promise.all(ends)) certificate.set({ host }, secondsUntil(at));
    },
    CERTIFICATE_CACHE_MS,
  );
  const key = metrics.createGauge({
    name: 'sarraf_key_left_seconds',
    help: 'Time until a credential listed in ALARM_ENDS expires; below 0: it has expired.',
    labels: ['key'],
  });
  metrics.registerReading('ends', [key], () => {
    for (const { name, at } of parseExpiries(config)) key.set({ key: name }, secondsUntil(at));
  });
}
