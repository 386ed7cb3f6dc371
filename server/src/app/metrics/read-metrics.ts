import { COINS } from '@sarraf/domain';
import type { LocalLedger } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import { countJobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { replicasNow } from '../../platform/reads/reads.ts';
import type { Capabilities } from '../capabilities.ts';
import { isPriceHalted } from '../halted-price.ts';
import { readDuties } from './read-duties.ts';

/** Cache time of reserves, for which the nodes of all chains are queried. */
const RESERVES_MS = 60_000;

interface Sources {
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
export function registerMetricReaders(metrics: Metrics, sources: Sources): void {
  const { clock } = sources;
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, (clock.now() - at.getTime()) / 1000);
  readLedger(metrics, sources);
  readBooks(metrics, sources);
  readJobs(metrics, sources, secondsSince);
  readAudit(metrics, sources, secondsSince);
  readChains(metrics, sources, secondsSince);
  readSigner(metrics, sources);
  readReserves(metrics, sources);
  readBank(metrics, sources, secondsSince);
  readPrices(metrics, sources);
  readReplicas(metrics, sources);
  readDuties(metrics, sources);
}

type SecondsSince = (at: Date | null) => number;

function readLedger(metrics: Metrics, { ledger, stream }: Sources): void {
  const writer = metrics.gauge({
    name: 'sarraf_ledger_writer',
    help: 'Whether this process settles the books: 1, and of all processes one does.',
  });
  const epoch = metrics.gauge({
    name: 'sarraf_ledger_epoch',
    help: 'The number of the lease that this process holds; 0: it holds none.',
  });
  const queue = metrics.gauge({
    name: 'sarraf_ledger_queue',
    help: 'Commands that wait here for a settlement batch.',
  });
  const readers = metrics.gauge({ name: 'sarraf_stream_readers', help: 'Streams that are open here.' });
  metrics.read(
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

function readBooks(metrics: Metrics, { ledger, parts }: Sources): void {
  const orders = metrics.gauge({
    name: 'sarraf_book_orders',
    help: 'Orders that wait in the book of a market; the writer has the books.',
    labels: ['market'],
  });
  metrics.read('books', [orders], () => {
    orders.reset();
    if (!ledger.isWriter()) return;
    for (const { market, orders: waiting } of parts.trading.depths()) orders.set({ market }, waiting);
  });
}

function readJobs(metrics: Metrics, { db, parts }: Sources, secondsSince: SecondsSince): void {
  const waiting = metrics.gauge({
    name: 'sarraf_jobs_waiting',
    help: 'Jobs that are in the queue, by the job: due, failing (tried, and tried again later), dead (given up).',
    labels: ['name', 'state'],
  });
  const oldest = metrics.gauge({
    name: 'sarraf_jobs_oldest_due_seconds',
    help: 'How long the oldest job that is due has waited, by the job.',
    labels: ['name'],
  });
  metrics.read('jobs', [waiting, oldest], async () => {
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
  const lag = metrics.gauge({
    name: 'sarraf_follower_lag_seconds',
    help: 'How long what follows the books has had something to do, by the follower; 0: it has nothing.',
    labels: ['follower'],
  });
  metrics.read('followers', [lag], async () => {
    for (const { name, waitingSince } of await parts.followerProgress())
      lag.set({ follower: name }, secondsSince(waitingSince));
  });
}

function readAudit(metrics: Metrics, { parts }: Sources, secondsSince: SecondsSince): void {
  const open = metrics.gauge({
    name: 'sarraf_violations_open',
    help: 'Broken laws of the books that nobody has acknowledged: nothing leaves while there is one.',
  });
  const age = metrics.gauge({
    name: 'sarraf_audit_age_seconds',
    help: 'Since the audit last came through, by its round: of new batches, or of everything. None: never.',
    labels: ['round'],
  });
  metrics.read('audit', [open, age], async () => {
    const { open: broken, followedAt, recheckedAt } = await parts.watch.state();
    open.set(broken);
    if (followedAt) age.set({ round: 'new' }, secondsSince(followedAt));
    if (recheckedAt) age.set({ round: 'everything' }, secondsSince(recheckedAt));
  });
}

function readChains(metrics: Metrics, { parts }: Sources, secondsSince: SecondsSince): void {
  const height = metrics.gauge({
    name: 'sarraf_chain_height',
    help: 'The last block that was read of a chain.',
    labels: ['chain'],
  });
  const head = metrics.gauge({
    name: 'sarraf_chain_head_height',
    help: 'The newest block of a chain, as its node says.',
    labels: ['chain'],
  });
  const age = metrics.gauge({
    name: 'sarraf_chain_age_seconds',
    help: 'Since a chain was last looked at; one that never was: since this process began.',
    labels: ['chain'],
  });
  const halted = metrics.gauge({
    name: 'sarraf_chain_halted',
    help: 'Whether a chain forked below all that is remembered, and stands still until staff decides.',
    labels: ['chain'],
  });
  metrics.read('chains', [height, head, age, halted], async () => {
    for (const { chain, cursor } of await parts.custody.cursors()) {
      age.set({ chain }, cursor ? secondsSince(cursor.scannedAt) : process.uptime());
      if (!cursor) continue;
      height.set({ chain }, cursor.height);
      head.set({ chain }, cursor.headHeight);
      halted.set({ chain }, cursor.fork === 'HALTED' ? 1 : 0);
    }
  });
}

function readSigner(metrics: Metrics, { parts }: Sources): void {
  const up = metrics.gauge({ name: 'sarraf_signer_up', help: 'Whether the signer answers.' });
  const latched = metrics.gauge({
    name: 'sarraf_signer_latched',
    help: 'Whether the signer has stopped itself, and waits for a person.',
    labels: ['reason'],
  });
  const used = metrics.gauge({
    name: 'sarraf_signer_cap_used',
    help: "Share of the signer's cap that has left, 0 to 1, of the hour or the day; ALL: of all coins together.",
    labels: ['asset'],
  });
  metrics.read('signer', [up, latched, used], async () => {
    const status = await parts.custody.signerStatus().catch(() => null);
    up.set(status ? 1 : 0);
    latched.reset();
    used.reset();
    for (const reason of LATCHES)
      if (status) latched.set({ reason }, status.latch?.reason === reason ? 1 : 0);
    // A signer of an earlier version doesn't report it.
    for (const [asset, share] of Object.entries(status?.used ?? {})) used.set({ asset }, share / 1000);
  });
}

const LATCHES = ['HOUR', 'DAY', 'JOURNAL', 'BOOKS'] as const;

function readReserves(metrics: Metrics, { ledger, parts }: Sources): void {
  const share = metrics.gauge({
    name: 'sarraf_hot_share',
    help: 'Share of what people own of a coin that is hot, 0 to 1; none where nobody owns any, or a node is silent.',
    labels: ['asset'],
  });
  const target = metrics.gauge({
    name: 'sarraf_hot_target',
    help: 'The share that should be hot.',
    labels: ['asset'],
  });
  const short = metrics.gauge({
    name: 'sarraf_reserve_short',
    help: 'Whether less is held of a coin on a network than is booked: 1.',
    labels: ['asset', 'network'],
  });
  metrics.read(
    'reserves',
    [share, target, short],
    async () => {
      const reserves = ledger.isWriter() ? await parts.custody.reserves() : [];
      for (const gauge of [share, target, short]) gauge.reset();
      for (const { asset, tokenType: network, hotShare, hotTarget, alarm } of reserves) {
        if (hotShare !== null) share.set({ asset }, Number.parseInt(`${hotShare}`, 10) / 1000);
        target.set({ asset }, hotTarget / 100);
        short.set({ asset, network }, alarm === 'SHORT' ? 1 : 0);
      }
    },
    RESERVES_MS,
  );
}

function readBank(metrics: Metrics, { parts }: Sources, secondsSince: SecondsSince): void {
  const open = metrics.gauge({
    name: 'sarraf_payouts_open',
    help: 'Batches for the bank that are not closed.',
  });
  const oldest = metrics.gauge({
    name: 'sarraf_payout_oldest_seconds',
    help: 'How old the oldest of them is; 0: there is none.',
  });
  metrics.read('bank', [open, oldest], async () => {
    const { count, oldest: since } = await parts.payout.open();
    open.set(count);
    oldest.set(secondsSince(since));
  });
}

function readPrices(metrics: Metrics, { parts }: Sources): void {
  const halted = metrics.gauge({
    name: 'sarraf_price_halted',
    help: 'Whether a coin that is on has no price that may be used, so that it can not be traded with the house.',
    labels: ['coin'],
  });
  metrics.read('prices', [halted], () => {
    halted.reset();
    for (const coin of COINS)
      if (parts.market.coin(coin).active) halted.set({ coin }, isPriceHalted(parts.market, coin) ? 1 : 0);
  });
}

function readReplicas(metrics: Metrics, { db }: Sources): void {
  const used = metrics.gauge({
    name: 'sarraf_replica_used',
    help: 'Whether a replica of the database is read from, by its place in DATABASE_READ_URL.',
    labels: ['replica'],
  });
  metrics.read('replicas', [used], () => {
    for (const [at, { state }] of replicasNow(db).entries())
      used.set({ replica: at + 1 }, state === 'USED' ? 1 : 0);
  });
}
