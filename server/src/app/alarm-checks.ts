/** Checks for alarms; most read the same as monitoring (metrics/read-metrics.ts). */
import { COINS, DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { AlarmCheck, AlarmFinding } from '../alarms/index.ts';
import { checkBackups, evaluateBackups, MAX_TRIAL_AGE_MS, readDrillRecord } from '../drill/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { findEmbeddedHome } from '../platform/database/postgres-binaries.ts';
import { isOnSameDisk, readDiskUsage } from '../platform/disk-used.ts';
import { countJobs } from '../platform/jobs/jobs.ts';
import { BACKUPS_CHECK } from './backups.ts';
import type { Capabilities } from './capabilities.ts';
import { isPriceHalted } from './halted-price.ts';
import { readCertificateEnd } from './vendors.ts';
import { formatHost, type Host, listCertifiedHosts, parseExpiries } from './what-ends.ts';

interface AlarmSources {
  config: Config;
  db: Db;
  clock: Clock;
  parts: Pick<Capabilities, 'watch' | 'custody' | 'market' | 'followerProgress' | 'wallet'>;
  /** Replaces the used share of the disks, 0 to 1; unset: the machine's. */
  diskUsage?: number | undefined;
}

/** An expiry is reported this long in advance. */
const EXPIRY_WARNING_MS = 14 * DAY_MS;
/** A certificate's expiry is urgent this long in advance. */
const EXPIRY_URGENT_MS = 2 * DAY_MS;
const MAX_DISK_USAGE = 0.8;
const URGENT_DISK_USAGE = 0.95;
/**
 * Number of failing notice jobs, or store events, that counts as a problem: single ones are caused by one mailbox
 * or store.
 */
const MIN_FAILING_NOTICES = 5;
const MIN_FAILING_EVENTS = 20;
const MAX_COUNTED = 1_000;

/** The same as in deploy/prometheus/alerts.yaml, whose comments give the reasons. */
const MAX_AUDIT_LAG_MS = 2 * MINUTE_MS;
const MAX_RECHECK_AGE_MS = DAY_MS;
const MAX_FOLLOWER_LAG_MS = MINUTE_MS;
const MAX_JOB_DELAY_MS = 10 * MINUTE_MS;
const MAX_CHAIN_UNREAD_MS = 5 * MINUTE_MS;
const MAX_CHAIN_SILENCE_MS = 3 * HOUR_MS;
const MAX_BLOCKS_BEHIND = 200;
/** Share of the coins that are on. */
const MAX_HALTED_SHARE = 0.5;

export const createAlarmChecks = (sources: AlarmSources): AlarmCheck[] => [
  createWriterCheck(sources),
  createAuditCheck(sources),
  createReserveCheck(sources),
  createChainCheck(sources),
  createSignerCheck(sources),
  createPriceCheck(sources),
  createFollowerCheck(sources),
  createJobCheck(sources),
  createWebhookCheck(sources),
  createDiskCheck(sources),
  createBackupCheck(sources),
  createDrillCheck(sources),
  createCertificateCheck(sources),
  createExpiryCheck(sources),
  createBankCheck(sources),
];

const defineCheck = (
  name: string,
  everyMs: number,
  findProblems: () => Promise<AlarmFinding[]>,
): AlarmCheck => ({
  name,
  everyMs,
  look: async () => ({ findings: await findProblems() }),
});

const toMinutes = (ms: number): number => Math.floor(ms / MINUTE_MS);
const toDays = (ms: number): number => Math.max(0, Math.floor(ms / DAY_MS));
/** If it never happened: the time since this process started. */
const ageMsOf = ({ clock }: AlarmSources, at: Date | null | undefined): number =>
  at ? clock.now() - at.getTime() : process.uptime() * 1000;

const createWriterCheck = ({ db }: AlarmSources): AlarmCheck =>
  defineCheck('writer', 5_000, async () => {
    const { rows } = await sql`select from ledger_head where lease_until >= clock_timestamp()`.execute(db);
    return rows.length > 0 ? [] : [{ kind: 'NO_WRITER', subject: '' }];
  });

const createAuditCheck = (sources: AlarmSources): AlarmCheck =>
  defineCheck('audit', 10_000, async () => {
    const { config, parts } = sources;
    const { open, followedAt, recheckedAt } = await parts.watch.readState();
    const findings: AlarmFinding[] = open > 0 ? [{ kind: 'LAW_BROKEN', subject: '', figure: open }] : [];
    const [followed, rechecked] = [ageMsOf(sources, followedAt), ageMsOf(sources, recheckedAt)];
    const blindForMs =
      followed > MAX_AUDIT_LAG_MS ? followed : rechecked > MAX_RECHECK_AGE_MS ? rechecked : null;
    if (config.WATCH === 'on' && blindForMs !== null)
      findings.push({ kind: 'AUDIT_BLIND', subject: '', figure: toMinutes(blindForMs) });
    return findings;
  });

const RESERVE_ALARMS = { SHORT: 'RESERVE_SHORT', LOW: 'HOT_LOW', HIGH: 'HOT_HIGH' } as const;

/** Queries the nodes of all chains. */
const createReserveCheck = ({ parts }: AlarmSources): AlarmCheck =>
  defineCheck('reserves', MINUTE_MS, async () =>
    (await parts.custody.readReserves()).flatMap(({ asset, tokenType, alarm }) =>
      alarm === null
        ? []
        : [{ kind: RESERVE_ALARMS[alarm], subject: asset === tokenType ? asset : `${asset} ${tokenType}` }],
    ),
  );

/** Since when each chain's newest block has been the newest, and when the chain was last read. */
type ChainHeads = Record<string, { height: number; since: number; readAt: number }>;

const createChainCheck = (sources: AlarmSources): AlarmCheck => ({
  name: 'chains',
  everyMs: 15_000,
  async look(memory) {
    const { config, clock, parts } = sources;
    const before = (memory ?? {}) as ChainHeads;
    const heads: ChainHeads = {};
    const findings: AlarmFinding[] = [];
    for (const { chain, cursor } of await parts.custody.listCursors()) {
      const unreadForMs = ageMsOf(sources, cursor?.scannedAt);
      if (unreadForMs > MAX_CHAIN_UNREAD_MS)
        findings.push({ kind: 'CHAIN_UNREAD', subject: chain, figure: toMinutes(unreadForMs) });
      if (!cursor) continue;
      const { height, headHeight, fork } = cursor;
      const previous = before[chain];
      const readAt = cursor.scannedAt.getTime();
      // While a chain isn't read, as when everything is off, whether it is silent is unknown: that is counted from
      // its next reading.
      const isSame = previous?.height === headHeight && readAt - previous.readAt <= MAX_CHAIN_UNREAD_MS;
      const since = isSame ? previous.since : clock.now();
      heads[chain] = { height: headHeight, since, readAt };
      const silentForMs = clock.now() - since;
      // The sandbox's blocks come with transactions alone.
      if (silentForMs > MAX_CHAIN_SILENCE_MS && unreadForMs <= MAX_CHAIN_UNREAD_MS && !config.sandbox)
        findings.push({ kind: 'CHAIN_SILENT', subject: chain, figure: toMinutes(silentForMs) });
      if (headHeight - height > MAX_BLOCKS_BEHIND)
        findings.push({ kind: 'CHAIN_BEHIND', subject: chain, figure: headHeight - height });
      if (fork === 'HALTED') findings.push({ kind: 'CHAIN_HALTED', subject: chain });
    }
    return { findings, memory: heads };
  },
});

const createSignerCheck = ({ parts }: AlarmSources): AlarmCheck =>
  defineCheck('signer', 15_000, async () => {
    const status = await parts.custody.readSignerStatus().catch(() => null);
    if (status === null) return [{ kind: 'SIGNER_AWAY', subject: '' }];
    return status.latch === null ? [] : [{ kind: 'SIGNER_LATCHED', subject: status.latch.reason }];
  });

const createPriceCheck = ({ parts: { market } }: AlarmSources): AlarmCheck =>
  defineCheck('prices', 15_000, async () => {
    const activeCoins = COINS.filter((coin) => market.coin(coin).active);
    const halted = activeCoins.filter((coin) => isPriceHalted(market, coin));
    // One common reason, so one alarm instead of one for each.
    if (halted.length > MAX_HALTED_SHARE * activeCoins.length)
      return [{ kind: 'PRICES_HALTED', subject: '', figure: halted.length }];
    return halted.map((coin) => ({ kind: 'PRICE_HALTED', subject: coin }));
  });

const createFollowerCheck = (sources: AlarmSources): AlarmCheck =>
  defineCheck('followers', 15_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const { name, waitingSince } of await sources.parts.followerProgress()) {
      const lateMs = waitingSince === null ? 0 : ageMsOf(sources, waitingSince);
      if (lateMs > MAX_FOLLOWER_LAG_MS)
        findings.push({ kind: 'FOLLOWER_BEHIND', subject: name, figure: toMinutes(lateMs) });
    }
    return findings;
  });

const createJobCheck = (sources: AlarmSources): AlarmCheck =>
  defineCheck('jobs', 30_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const { name, failing, dead, dueSince } of await countJobs(sources.db)) {
      const lateMs = dueSince === null ? 0 : ageMsOf(sources, dueSince);
      if (lateMs > MAX_JOB_DELAY_MS)
        findings.push({ kind: 'JOBS_LATE', subject: name, figure: toMinutes(lateMs) });
      if (dead > 0) findings.push({ kind: 'JOBS_GIVEN_UP', subject: name, figure: dead });
      if (name === 'send-notice' && failing >= MIN_FAILING_NOTICES)
        findings.push({ kind: 'MESSAGES_FAIL', subject: '', figure: failing });
    }
    return findings;
  });

const createWebhookCheck = ({ db }: AlarmSources): AlarmCheck =>
  defineCheck('webhooks', MINUTE_MS, async () => {
    const { rows } = await sql<{ failing: number }>`select count(*)::int as failing from (
      select from company_events where next_try_at is not null and tries > 1 limit ${MAX_COUNTED}) e`.execute(
      db,
    );
    const failing = rows[0]?.failing ?? 0;
    return failing >= MIN_FAILING_EVENTS ? [{ kind: 'WEBHOOKS_FAIL', subject: '', figure: failing }] : [];
  });

const createDiskCheck = ({ config, diskUsage }: AlarmSources): AlarmCheck =>
  defineCheck('disks', 30_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const [subject, folder] of listDataFolders(config)) {
      const usage = diskUsage ?? (await readDiskUsage(folder));
      if (usage > MAX_DISK_USAGE)
        findings.push({
          kind: 'DISK_FULL',
          subject,
          figure: Math.round(100 * usage),
          ...(usage > URGENT_DISK_USAGE && { severity: 'PAGE' }),
        });
    }
    return findings;
  });

/** Returns the data folder, and the embedded database's if that is elsewhere. */
function listDataFolders({ DATA_DIR, DATABASE_URL }: Config): [subject: string, folder: string][] {
  const home = DATABASE_URL === undefined ? findEmbeddedHome(DATA_DIR) : null;
  return [
    ['DATA_DIR', DATA_DIR],
    ...(home !== null && !isOnSameDisk(home, DATA_DIR) ? [['PostgreSQL', home] as [string, string]] : []),
  ];
}

const BACKUP_ALARMS = { FAILED: 'BACKUP_FAILED', LATE: 'BACKUP_LATE' } as const;

const createBackupCheck = ({ config, db, clock }: AlarmSources): AlarmCheck => ({
  name: BACKUPS_CHECK,
  everyMs: MINUTE_MS,
  async look(memory) {
    const now = new Date(clock.now());
    const checked = await checkBackups(db, config, memory, now);
    const findings = evaluateBackups(config, checked, now).flatMap(({ name, state }): AlarmFinding[] =>
      state === 'FAILED' || state === 'LATE' ? [{ kind: BACKUP_ALARMS[state], subject: name }] : [],
    );
    return { findings, memory: checked };
  },
});

const createDrillCheck = ({ config, clock }: AlarmSources): AlarmCheck =>
  defineCheck('drill', MINUTE_MS, async () => {
    if (config.DRILL_RECORD === undefined) return [];
    const record = readDrillRecord(config.DRILL_RECORD);
    if (record === null) return [{ kind: 'DRILL_MISSING', subject: '' }];
    const age = clock.now() - Date.parse(record.begunAt);
    if (age > MAX_TRIAL_AGE_MS) return [{ kind: 'DRILL_MISSING', subject: '', figure: toDays(age) }];
    return record.held ? [] : [{ kind: 'DRILL_FAILED', subject: '' }];
  });

const createCertificateCheck = ({ config, clock }: AlarmSources): AlarmCheck =>
  defineCheck('certificates', HOUR_MS, async () => {
    // An unreachable host doesn't hide the others.
    const findings = listCertifiedHosts(config).map((host) =>
      checkCertificate(config, host, clock).catch((): AlarmFinding[] => [
        { kind: 'FIGURES_MISSING', subject: `TLS ${formatHost(host)}` },
      ]),
    );
    return (await Promise.all(findings)).flat();
  });

async function checkCertificate(config: Config, host: Host, clock: Clock): Promise<AlarmFinding[]> {
  const remainingMs = (await readCertificateEnd(config, host)) - clock.now();
  if (remainingMs > EXPIRY_WARNING_MS) return [];
  const isUrgent = remainingMs < EXPIRY_URGENT_MS;
  return [
    {
      kind: 'CERTIFICATE_ENDS',
      subject: formatHost(host),
      figure: toDays(remainingMs),
      ...(isUrgent && { severity: 'PAGE' }),
    },
  ];
}

const createExpiryCheck = ({ config, clock }: AlarmSources): AlarmCheck =>
  defineCheck('ends', MINUTE_MS, async () =>
    parseExpiries(config).flatMap(({ name: subject, at }): AlarmFinding[] => {
      const remainingMs = at - clock.now();
      return remainingMs > EXPIRY_WARNING_MS
        ? []
        : [{ kind: 'KEY_ENDS', subject, figure: toDays(remainingMs) }];
    }),
  );

const createBankCheck = ({ config, clock, parts }: AlarmSources): AlarmCheck =>
  defineCheck('bank', MINUTE_MS, async () => {
    const before = new Date(clock.now() - config.BANK_ALARM_HOURS * HOUR_MS);
    const { differsSince, unexplained, settlements, suspended } =
      await parts.wallet.countOverdueBankItems(before);
    const findings: AlarmFinding[] = [];
    if (differsSince !== null)
      findings.push({
        kind: 'BANK_DIFFERS',
        subject: '',
        figure: toDays(clock.now() - differsSince.getTime()),
      });
    if (unexplained > 0) findings.push({ kind: 'BANK_UNEXPLAINED', subject: '', figure: unexplained });
    if (settlements > 0) findings.push({ kind: 'SETTLEMENTS_OPEN', subject: '', figure: settlements });
    if (suspended > 0) findings.push({ kind: 'SUSPENSE_OLD', subject: '', figure: suspended });
    return findings;
  });
