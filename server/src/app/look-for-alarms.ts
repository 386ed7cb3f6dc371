/** Checks for alarms; most read the same as monitoring (metrics/read-metrics.ts). */
import { COINS, DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { AlarmCheck, AlarmFinding } from '../alarms/index.ts';
import { checkBackups, judgeBackups, readDrillRecord } from '../drill/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { embeddedHome } from '../platform/database/postgres-binaries.ts';
import { diskUsed, isOnDiskOf } from '../platform/disk-used.ts';
import { countJobs } from '../platform/jobs/jobs.ts';
import { BACKUPS_CHECK } from './backups.ts';
import type { Capabilities } from './capabilities.ts';
import { isPriceHalted } from './halted-price.ts';
import { certificateEndOf } from './vendors.ts';
import { certifiedHosts, endsOf, type Host, hostText } from './what-ends.ts';

interface Sources {
  config: Config;
  db: Db;
  clock: Clock;
  parts: Pick<Capabilities, 'watch' | 'custody' | 'market' | 'followerProgress' | 'wallet'>;
}

/** An expiry is reported this long in advance. */
const ENDS_WITHIN_MS = 14 * DAY_MS;
/** A certificate's expiry is urgent this long in advance. */
const ENDS_NOW_MS = 2 * DAY_MS;
const DRILL_AGE_MS = 8 * DAY_MS;
const DISK_USED = 0.8;
const DISK_NEARLY_FULL = 0.95;
/**
 * Number of failing notice jobs, or store events, that counts as a problem: single ones are caused by one mailbox
 * or store.
 */
const FAILING = 5;
const EVENTS_FAILING = 20;
const MAX_COUNTED = 1_000;

/** The same as in deploy/prometheus/alerts.yaml, whose comments give the reasons. */
const AUDIT_NEW_MS = 2 * MINUTE_MS;
const AUDIT_ALL_MS = DAY_MS;
const FOLLOWER_MS = MINUTE_MS;
const JOB_MS = 10 * MINUTE_MS;
const CHAIN_UNREAD_MS = 5 * MINUTE_MS;
const CHAIN_SILENT_MS = 3 * HOUR_MS;
const CHAIN_BLOCKS = 200;
/** Share of the coins that are on. */
const MAX_HALTED = 0.5;

export const createAlarmChecks = (sources: Sources): AlarmCheck[] => [
  lookAtWriter(sources),
  lookAtAudit(sources),
  lookAtReserves(sources),
  lookAtChains(sources),
  lookAtSigner(sources),
  lookAtPrices(sources),
  lookAtFollowers(sources),
  lookAtJobs(sources),
  lookAtWebhooks(sources),
  lookAtDisks(sources),
  lookAtBackups(sources),
  lookAtDrill(sources),
  lookAtCertificates(sources),
  lookAtEnds(sources),
  lookAtBank(sources),
];

const check = (name: string, everyMs: number, look: () => Promise<AlarmFinding[]>): AlarmCheck => ({
  name,
  everyMs,
  look: async () => ({ findings: await look() }),
});

const minutes = (ms: number): number => Math.floor(ms / MINUTE_MS);
const days = (ms: number): number => Math.max(0, Math.floor(ms / DAY_MS));
/** If it never happened: the time since this process started. */
const ageOf = ({ clock }: Sources, at: Date | null | undefined): number =>
  at ? clock.now() - at.getTime() : process.uptime() * 1000;

const lookAtWriter = ({ db }: Sources): AlarmCheck =>
  check('writer', 5_000, async () => {
    const { rows } = await sql`select from ledger_head where lease_until >= clock_timestamp()`.execute(db);
    return rows.length > 0 ? [] : [{ kind: 'NO_WRITER', subject: '' }];
  });

const lookAtAudit = (sources: Sources): AlarmCheck =>
  check('audit', 10_000, async () => {
    const { config, parts } = sources;
    const { open, followedAt, recheckedAt } = await parts.watch.state();
    const findings: AlarmFinding[] = open > 0 ? [{ kind: 'LAW_BROKEN', subject: '', figure: open }] : [];
    const [followed, rechecked] = [ageOf(sources, followedAt), ageOf(sources, recheckedAt)];
    const blind = followed > AUDIT_NEW_MS ? followed : rechecked > AUDIT_ALL_MS ? rechecked : null;
    if (config.WATCH === 'on' && blind !== null)
      findings.push({ kind: 'AUDIT_BLIND', subject: '', figure: minutes(blind) });
    return findings;
  });

const RESERVES = { SHORT: 'RESERVE_SHORT', LOW: 'HOT_LOW', HIGH: 'HOT_HIGH' } as const;

/** Queries the nodes of all chains. */
const lookAtReserves = ({ parts }: Sources): AlarmCheck =>
  check('reserves', MINUTE_MS, async () =>
    (await parts.custody.reserves()).flatMap(({ asset, tokenType, alarm }) =>
      alarm === null
        ? []
        : [{ kind: RESERVES[alarm], subject: asset === tokenType ? asset : `${asset} ${tokenType}` }],
    ),
  );

/** Since when each chain's newest block has been the newest, and when the chain was last read. */
type Heads = Record<string, { height: number; since: number; readAt: number }>;

const lookAtChains = (sources: Sources): AlarmCheck => ({
  name: 'chains',
  everyMs: 15_000,
  async look(memory) {
    const { config, clock, parts } = sources;
    const before = (memory ?? {}) as Heads;
    const heads: Heads = {};
    const findings: AlarmFinding[] = [];
    for (const { chain, cursor } of await parts.custody.cursors()) {
      const unread = ageOf(sources, cursor?.scannedAt);
      if (unread > CHAIN_UNREAD_MS)
        findings.push({ kind: 'CHAIN_UNREAD', subject: chain, figure: minutes(unread) });
      if (!cursor) continue;
      const { height, headHeight, fork } = cursor;
      const known = before[chain];
      const readAt = cursor.scannedAt.getTime();
      // While a chain isn't read, as when everything is off, whether it is silent is unknown: that is counted from
      // its next reading.
      const isSame = known?.height === headHeight && readAt - known.readAt <= CHAIN_UNREAD_MS;
      const since = isSame ? known.since : clock.now();
      heads[chain] = { height: headHeight, since, readAt };
      const silent = clock.now() - since;
      // The sandbox's blocks come with transactions alone.
      if (silent > CHAIN_SILENT_MS && unread <= CHAIN_UNREAD_MS && !config.sandbox)
        findings.push({ kind: 'CHAIN_SILENT', subject: chain, figure: minutes(silent) });
      if (headHeight - height > CHAIN_BLOCKS)
        findings.push({ kind: 'CHAIN_BEHIND', subject: chain, figure: headHeight - height });
      if (fork === 'HALTED') findings.push({ kind: 'CHAIN_HALTED', subject: chain });
    }
    return { findings, memory: heads };
  },
});

const lookAtSigner = ({ parts }: Sources): AlarmCheck =>
  check('signer', 15_000, async () => {
    const status = await parts.custody.signerStatus().catch(() => null);
    if (status === null) return [{ kind: 'SIGNER_AWAY', subject: '' }];
    return status.latch === null ? [] : [{ kind: 'SIGNER_LATCHED', subject: status.latch.reason }];
  });

const lookAtPrices = ({ parts: { market } }: Sources): AlarmCheck =>
  check('prices', 15_000, async () => {
    const on = COINS.filter((coin) => market.coin(coin).active);
    const halted = on.filter((coin) => isPriceHalted(market, coin));
    // One common reason, so one alarm instead of one for each.
    if (halted.length > MAX_HALTED * on.length)
      return [{ kind: 'PRICES_HALTED', subject: '', figure: halted.length }];
    return halted.map((coin) => ({ kind: 'PRICE_HALTED', subject: coin }));
  });

const lookAtFollowers = (sources: Sources): AlarmCheck =>
  check('followers', 15_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const { name, waitingSince } of await sources.parts.followerProgress()) {
      const late = waitingSince === null ? 0 : ageOf(sources, waitingSince);
      if (late > FOLLOWER_MS)
        findings.push({ kind: 'FOLLOWER_BEHIND', subject: name, figure: minutes(late) });
    }
    return findings;
  });

const lookAtJobs = (sources: Sources): AlarmCheck =>
  check('jobs', 30_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const { name, failing, dead, dueSince } of await countJobs(sources.db)) {
      const late = dueSince === null ? 0 : ageOf(sources, dueSince);
      if (late > JOB_MS) findings.push({ kind: 'JOBS_LATE', subject: name, figure: minutes(late) });
      if (dead > 0) findings.push({ kind: 'JOBS_GIVEN_UP', subject: name, figure: dead });
      if (name === 'send-notice' && failing >= FAILING)
        findings.push({ kind: 'MESSAGES_FAIL', subject: '', figure: failing });
    }
    return findings;
  });

const lookAtWebhooks = ({ db }: Sources): AlarmCheck =>
  check('webhooks', MINUTE_MS, async () => {
    const { rows } = await sql<{ failing: number }>`select count(*)::int as failing from (
      select from company_events where next_try_at is not null and tries > 1 limit ${MAX_COUNTED}) e`.execute(
      db,
    );
    const failing = rows[0]?.failing ?? 0;
    return failing >= EVENTS_FAILING ? [{ kind: 'WEBHOOKS_FAIL', subject: '', figure: failing }] : [];
  });

const lookAtDisks = ({ config }: Sources): AlarmCheck =>
  check('disks', 30_000, async () => {
    const findings: AlarmFinding[] = [];
    for (const [subject, folder] of foldersOf(config)) {
      const used = await diskUsed(folder);
      if (used > DISK_USED)
        findings.push({
          kind: 'DISK_FULL',
          subject,
          figure: Math.round(100 * used),
          ...(used > DISK_NEARLY_FULL && { severity: 'PAGE' }),
        });
    }
    return findings;
  });

/** Returns the data folder, and the embedded database's if that is elsewhere. */
function foldersOf({ DATA_DIR, DATABASE_URL }: Config): [subject: string, folder: string][] {
  const home = DATABASE_URL === undefined ? embeddedHome(DATA_DIR) : null;
  return [
    ['DATA_DIR', DATA_DIR],
    ...(home !== null && !isOnDiskOf(home, DATA_DIR) ? [['PostgreSQL', home] as [string, string]] : []),
  ];
}

const BACKUP_ALARMS = { FAILED: 'BACKUP_FAILED', LATE: 'BACKUP_LATE' } as const;

const lookAtBackups = ({ config, db, clock }: Sources): AlarmCheck => ({
  name: BACKUPS_CHECK,
  everyMs: MINUTE_MS,
  async look(memory) {
    const now = new Date(clock.now());
    const seen = await checkBackups(db, config, memory, now);
    const findings = judgeBackups(config, seen, now).flatMap(({ name, state }): AlarmFinding[] =>
      state === 'FAILED' || state === 'LATE' ? [{ kind: BACKUP_ALARMS[state], subject: name }] : [],
    );
    return { findings, memory: seen };
  },
});

const lookAtDrill = ({ config, clock }: Sources): AlarmCheck =>
  check('drill', MINUTE_MS, async () => {
    if (config.DRILL_RECORD === undefined) return [];
    const record = readDrillRecord(config.DRILL_RECORD);
    if (record === null) return [{ kind: 'DRILL_MISSING', subject: '' }];
    const age = clock.now() - Date.parse(record.begunAt);
    if (age > DRILL_AGE_MS) return [{ kind: 'DRILL_MISSING', subject: '', figure: days(age) }];
    return record.held ? [] : [{ kind: 'DRILL_FAILED', subject: '' }];
  });

const lookAtCertificates = ({ config, clock }: Sources): AlarmCheck =>
  check('certificates', HOUR_MS, async () => {
    // An unreachable host doesn't hide the others.
    const looked = certifiedHosts(config).map((host) =>
      lookAtCertificate(config, host, clock).catch((): AlarmFinding[] => [
        { kind: 'FIGURES_MISSING', subject: `TLS ${hostText(host)}` },
      ]),
    );
    return (await Promise.all(looked)).flat();
  });

async function lookAtCertificate(config: Config, host: Host, clock: Clock): Promise<AlarmFinding[]> {
  const left = (await certificateEndOf(config, host)) - clock.now();
  if (left > ENDS_WITHIN_MS) return [];
  const urgent = left < ENDS_NOW_MS;
  return [
    {
      kind: 'CERTIFICATE_ENDS',
      subject: hostText(host),
      figure: days(left),
      ...(urgent && { severity: 'PAGE' }),
    },
  ];
}

const lookAtEnds = ({ config, clock }: Sources): AlarmCheck =>
  check('ends', MINUTE_MS, async () =>
    endsOf(config).flatMap(({ name: subject, at }): AlarmFinding[] => {
      const left = at - clock.now();
      return left > ENDS_WITHIN_MS ? [] : [{ kind: 'KEY_ENDS', subject, figure: days(left) }];
    }),
  );

const lookAtBank = ({ config, clock, parts }: Sources): AlarmCheck =>
  check('bank', MINUTE_MS, async () => {
    const before = new Date(clock.now() - config.BANK_ALARM_HOURS * HOUR_MS);
    const { differsSince, unexplained, settlements, suspended } = await parts.wallet.bankTroubles(before);
    const findings: AlarmFinding[] = [];
    if (differsSince !== null)
      findings.push({
        kind: 'BANK_DIFFERS',
        subject: '',
        figure: days(clock.now() - differsSince.getTime()),
      });
    if (unexplained > 0) findings.push({ kind: 'BANK_UNEXPLAINED', subject: '', figure: unexplained });
    if (settlements > 0) findings.push({ kind: 'SETTLEMENTS_OPEN', subject: '', figure: settlements });
    if (suspended > 0) findings.push({ kind: 'SUSPENSE_OLD', subject: '', figure: suspended });
    return findings;
  });
