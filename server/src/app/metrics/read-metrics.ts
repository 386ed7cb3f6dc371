import { COINS } from '@sarraf/domain';
import type { LocalLedger } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import { countJobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { listReplicaStates } from '../../platform/reads/reads.ts';
import type { Capabilities } from '../capabilities.ts';
import { isPriceHalted } from '../halted-price.ts';
import { registerDutyMetrics } from './read-duties.ts';

/** Cache time of reserves, for which the nodes of all chains are queried. */
const RESERVES_CACHE_MS = 60_000;

interface MetricSources {
  db: Db;
  clock: Clock;
  ledger: LocalLedger;
  stream: Stream;
  parts: Capabilities;
  config: Config;
}

/**
 * Registers metrics that are read on each scrape. They describe the whole exchange and are the same in each
 * process, except those of the ledger, the order books and the stream, which are this process's, and the reserves,
 * which only the writer reads.
 */
export function registerMetricReaders(metrics: Metrics, sources: MetricSources): void {
  const { clock } = sources;
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, (clock.now() - at.getTime()) / 1000);
  registerLedgerMetrics(metrics, sources);
  registerOrderBookMetrics(metrics, sources);
  registerJobMetrics(metrics, sources, secondsSince);
  registerAuditMetrics(metrics, sources, secondsSince);
  registerChainMetrics(metrics, sources, secondsSince);
  registerSignerMetrics(metrics, sources);
  registerReserveMetrics(metrics, sources);
  registerBankMetrics(metrics, sources, secondsSince);
  registerPriceMetrics(metrics, sources);
  registerReplicaMetrics(metrics, sources);
  registerDutyMetrics(metrics, sources);
}

type SecondsSince = (at: Date | null) => number;

function registerLedgerMetrics(metrics: Metrics, { ledger, stream }: MetricSources): void {
  const writer = metrics.createGauge({
    name: 'sarraf_ledger_writer',
    help: '1 if this process is the ledger writer, else 0; exactly one process is.',
  });
  const epoch = metrics.createGauge({
    name: 'sarraf_ledger_epoch',
    help: 'Epoch of the lease that this process holds; 0: it holds none.',
  });
  const queue = metrics.createGauge({
    name: 'sarraf_ledger_queue',
    help: 'Commands in this process that wait for a ledger batch.',
  });
  const readers = metrics.createGauge({
    name: 'sarraf_stream_readers',
    help: 'Open streams of this process.',
  });
  metrics.registerReading(
    'ledger',
    [writer, epoch, queue, readers],
    () => {
      writer.set(ledger.isWriter() ? 1 : 0);
      epoch.set(Number.parseInt(`${ledger.epoch() ?? 0n}`, 10));
      queue.set(ledger.queued());
      readers.set(stream.readers);
    },
    0,
  );
}

function registerOrderBookMetrics(metrics: Metrics, { ledger, parts }: MetricSources): void {
  const orders = metrics.createGauge({
    name: 'sarraf_book_orders',
    help: 'Open orders in the order book of a market; only the ledger writer reports it.',
    labels: ['market'],
  });
  metrics.registerReading('books', [orders], () => {
    orders.reset();
    if (!ledger.isWriter()) return;
    for (const { market, orders: waiting } of parts.trading.countRestingOrders())
      orders.set({ market }, waiting);
  });
}

function registerJobMetrics(
  metrics: Metrics,
  { db, parts }: MetricSources,
  secondsSince: SecondsSince,
): void {
  const waiting = metrics.createGauge({
    name: 'sarraf_jobs_waiting',
    help: 'Queued jobs, by name and state: due, failing (will be retried), dead (no longer retried).',
    labels: ['name', 'state'],
  });
  const oldest = metrics.createGauge({
    name: 'sarraf_jobs_oldest_due_seconds',
    help: 'Waiting time of the oldest due job, by name.',
    labels: ['name'],
  });
  metrics.registerReading('jobs', [waiting, oldest], async () => {
    const jobs = await countJobs(db);
    waiting.reset();
    oldest.reset();
    for (const { name, due, failing, dead, dueSince } of jobs) {
      waiting.set({ name, state: 'due' }, due);
      waiting.set({ name, state: 'failing' }, failing);
      waiting.set({ name, state: 'dead' }, dead);
      oldest.set({ name }, secondsSince(dueSince));
    }
  });
  const lag = metrics.createGauge({
    name: 'sarraf_follower_lag_seconds',
    help: 'Time for which a follower of the ledger has had unprocessed transfers, by follower; 0: it has none.',
    labels: ['follower'],
  });
  metrics.registerReading('followers', [lag], async () => {
    for (const { name, waitingSince } of await parts.followerProgress())
      lag.set({ follower: name }, secondsSince(waitingSince));
  });
}

function registerAuditMetrics(metrics: Metrics, { parts }: MetricSources, secondsSince: SecondsSince): void {
  const open = metrics.createGauge({
    name: 'sarraf_violations_open',
    help: 'Violated laws of the ledger that no admin has acknowledged: they halt outgoing payments.',
  });
  const age = metrics.createGauge({
    name: 'sarraf_audit_age_seconds',
    help: 'Time since the last complete audit round, by round: new batches, or everything; absent before the first.',
    labels: ['round'],
  });
  metrics.registerReading('audit', [open, age], async () => {
    const { open: broken, followedAt, recheckedAt } = await parts.watch.readState();
    open.set(broken);
    if (followedAt) age.set({ round: 'new' }, secondsSince(followedAt));
    if (recheckedAt) age.set({ round: 'everything' }, secondsSince(recheckedAt));
  });
}

function registerChainMetrics(metrics: Metrics, { parts }: MetricSources, secondsSince: SecondsSince): void {
  const height = metrics.createGauge({
    name: 'sarraf_chain_height',
    help: 'Height of the last scanned block of a chain.',
    labels: ['chain'],
  });
  const head = metrics.createGauge({
    name: 'sarraf_chain_head_height',
    help: 'Height of the newest block of a chain, as reported by its node.',
    labels: ['chain'],
  });
  const age = metrics.createGauge({
    name: 'sarraf_chain_age_seconds',
    help: 'Time since the last scan of a chain; before the first scan, since the process started.',
    labels: ['chain'],
  });
  const halted = metrics.createGauge({
    name: 'sarraf_chain_halted',
    help: '1 if a chain forked below the oldest stored block, and scanning is halted until staff decides.',
    labels: ['chain'],
  });
  metrics.registerReading('chains', [height, head, age, halted], async () => {
    for (const { chain, cursor } of await parts.custody.listCursors()) {
      age.set({ chain }, cursor ? secondsSince(cursor.scannedAt) : process.uptime());
      if (!cursor) continue;
      height.set({ chain }, cursor.height);
      head.set({ chain }, cursor.headHeight);
      halted.set({ chain }, cursor.fork === 'HALTED' ? 1 : 0);
    }
  });
}

function registerSignerMetrics(metrics: Metrics, { parts }: MetricSources): void {
  const up = metrics.createGauge({ name: 'sarraf_signer_up', help: '1 if the signer responds, else 0.' });
  const latched = metrics.createGauge({
    name: 'sarraf_signer_latched',
    help: '1 if the signer has latched and waits for its operator, by reason.',
    labels: ['reason'],
  });
  const used = metrics.createGauge({
    name: 'sarraf_signer_cap_used',
    help: "Used share of the signer's hourly or daily cap, whichever is higher, 0 to 1; ALL: of all coins together.",
    labels: ['asset'],
  });
  metrics.registerReading('signer', [up, latched, used], async () => {
    const status = await parts.custody.readSignerStatus().catch(() => null);
    up.set(status ? 1 : 0);
    latched.reset();
    used.reset();
    for (const reason of LATCHES)
      if (status) latched.set({ reason }, status.latch?.reason === reason ? 1 : 0);
    for (const [asset, share] of Object.entries(status?.used ?? {})) used.set({ asset }, share / 1000);
  });
}

const LATCHES = ['HOUR', 'DAY', 'JOURNAL', 'BOOKS'] as const;

function registerReserveMetrics(metrics: Metrics, { ledger, parts }: MetricSources): void {
  const share = metrics.createGauge({
    name: 'sarraf_hot_share',
    help: 'Hot share of the customer balances of a coin, 0 to 1; absent if there are none or a node is unreachable.',
    labels: ['asset'],
  });
  const target = metrics.createGauge({
    name: 'sarraf_hot_target',
    help: 'Target of the hot share, 0 to 1.',
    labels: ['asset'],
  });
  const short = metrics.createGauge({
    name: 'sarraf_reserve_short',
    help: '1 if holdings of a coin on a network are less than the booked amount, else 0.',
    labels: ['asset', 'network'],
  });
  metrics.registerReading(
    'reserves',
    [share, target, short],
    async () => {
      const reserves = ledger.isWriter() ? await parts.custody.readReserves() : [];
      for (const gauge of [share, target, short]) gauge.reset();
      for (const { asset, tokenType: network, hotShare, hotTarget, alarm } of reserves) {
        if (hotShare !== null) share.set({ asset }, Number.parseInt(`${hotShare}`, 10) / 1000);
        target.set({ asset }, hotTarget / 100);
        short.set({ asset, network }, alarm === 'SHORT' ? 1 : 0);
      }
    },
    RESERVES_CACHE_MS,
  );
}

function registerBankMetrics(metrics: Metrics, { parts }: MetricSources, secondsSince: SecondsSince): void {
  const open = metrics.createGauge({
    name: 'sarraf_payouts_open',
    help: 'Bank payouts that are not closed.',
  });
  const oldest = metrics.createGauge({
    name: 'sarraf_payout_oldest_seconds',
    help: 'Age of the oldest open bank payout; 0: there is none.',
  });
  metrics.registerReading('bank', [open, oldest], async () => {
    const { count, oldest: since } = await parts.payout.countOpen();
    open.set(count);
    oldest.set(secondsSince(since));
  });
}

function registerPriceMetrics(metrics: Metrics, { parts }: MetricSources): void {
  const halted = metrics.createGauge({
    name: 'sarraf_price_halted',
    help: '1 if an active coin has no usable price, which halts quick trades of it, else 0.',
    labels: ['coin'],
  });
  metrics.registerReading('prices', [halted], () => {
    halted.reset();
    for (const coin of COINS)
      if (parts.market.coin(coin).active) halted.set({ coin }, isPriceHalted(parts.market, coin) ? 1 : 0);
  });
}

function registerReplicaMetrics(metrics: Metrics, { db }: MetricSources): void {
  const used = metrics.createGauge({
    name: 'sarraf_replica_used',
    help: '1 if a database replica is used for reads, else 0, by its position in DATABASE_READ_URL.',
    labels: ['replica'],
  });
  metrics.registerReading('replicas', [used], () => {
    for (const [at, { state }] of listReplicaStates(db).entries())
      used.set({ replica: at + 1 }, state === 'USED' ? 1 : 0);
  });
}
