import { type Asset, CHAINS, type CoinOnNetwork, coinsOnChain, formatAmount } from '@sarraf/domain';
import type { Reserve, SeedHolding, TreasuryView } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { CustodyContext } from '../deps.ts';
import { retiredSeeds } from '../generations.ts';
import { listHalted } from '../scanning/forks.ts';
import { readKillSwitch } from '../sending/kill-switch.ts';
import { coldBalance, depositBalance, hotBalance, olderHotBalance } from './balances.ts';

/** Returns the treasury overview; each read is in the audit log. */
export async function readTreasury(context: CustodyContext, staffId: string): Promise<TreasuryView> {
  const entry = { actorId: staffId, action: 'treasury read', subjectId: null };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
  const [stop, signer, reserves, halted, olderSeeds] = await Promise.all([
    readKillSwitch(context.db),
    signerState(context),
    readReserves(context),
    listHalted(context.db),
    readOlderSeeds(context),
  ]);
  const by = stop?.by ? await context.people.find(stop.by) : null;
  return {
    stopped: stop && { by: by?.email ?? '', reason: stop.reason, at: stop.at.toISOString() },
    ...signer,
    halted,
    reserves: reserves.map(shown),
    olderSeeds,
  };
}

/** Returns the last recorded holdings of older seeds, without retired ones. */
async function readOlderSeeds(context: CustodyContext): Promise<SeedHolding[]> {
  const keys = await context.publicKeys().catch(() => null);
  const { rows } = await sql<{
    generation: number;
    asset: Asset;
    tokenType: string;
    hot: bigint;
    deposits: bigint;
    worthMoving: boolean;
    lastReceivedAt: Date | null;
    lookedAt: Date;
  }>`select generation, asset, token_type as "tokenType", hot, deposits, worth_moving as "worthMoving",
      last_received_at as "lastReceivedAt", looked_at as "lookedAt"
    from generation_holdings where (hot > 0 or deposits > 0)
      and generation <> all(${keys === null ? [] : retiredSeeds(keys)}::integer[])
    order by generation, asset, token_type`.execute(context.db);
  return rows.map(({ asset, hot, deposits, lastReceivedAt, lookedAt, ...row }) => ({
    ...row,
    relatedCoin: asset,
    hot: formatAmount(hot, asset),
    deposits: formatAmount(deposits, asset),
    lastReceivedDateTime: lastReceivedAt?.toISOString() ?? null,
    lookedAtDateTime: lookedAt.toISOString(),
  }));
}

async function signerState({ signer }: CustodyContext): Promise<Pick<TreasuryView, 'signer' | 'latch'>> {
  try {
    const { latch, room } = await signer.status();
    if (latch) return { signer: 'LATCHED', latch: { ...latch, at: new Date(latch.at).toISOString() } };
    return { signer: Object.values(room).includes(0n) ? 'OVER_CAP' : 'READY', latch: null };
  } catch {
    return { signer: 'AWAY', latch: null };
  }
}

/** One coin on one network; smallest units. */
export interface Reserves extends CoinOnNetwork {
  hot: bigint | null;
  deposits: bigint | null;
  cold: bigint | null;
  booked: bigint;
  /** Being withdrawn; recorded in the ledger when final. */
  leaving: bigint;
  liabilities: bigint;
  hotTarget: number;
  /**
   * Hot funds of all networks of the coin in tenths of a percent of the liabilities; null: no liabilities, or
   * unknown.
   */
  hotShare: bigint | null;
  alarm: Reserve['alarm'];
  hotAddress: string | null;
  coldAddress: string | null;
  scannedHeight: number | null;
  scannedAt: Date | null;
}

/** Returns hot and cold balances of everything on a chain. Nodes are queried concurrently. */
export async function readReserves(context: CustodyContext): Promise<Reserves[]> {
  const places = CHAINS.flatMap(coinsOnChain);
  const [books, keys] = await Promise.all([readBooks(context), context.publicKeys().catch(() => null)]);
  const found = await Promise.all(
    places.map(async (place) => {
      const [newest, older, deposits, cold] = await Promise.all([
        hotBalance(context, place),
        olderHotBalance(context, place),
        depositBalance(context, place),
        coldBalance(context, place),
      ]);
      return { ...place, hot: sumKnown([newest, older]), deposits, cold };
    }),
  );
  return found.map((place) => {
    const { asset, tokenType, chain } = place;
    const hotOfCoin = sumKnown(found.filter((other) => other.asset === asset).map(({ hot }) => hot));
    const liabilities = books.liabilities.get(asset) ?? 0n;
    const hotShare = hotOfCoin !== null && liabilities > 0n ? (hotOfCoin * 1_000n) / liabilities : null;
    const reserve = {
      ...place,
      booked: books.booked.get(`${tokenType} ${asset}`) ?? 0n,
      leaving: books.leaving.get(`${tokenType} ${asset}`) ?? 0n,
      liabilities,
      hotTarget: books.targets.get(asset) ?? 10,
      hotShare,
      hotAddress: keys?.chains[chain]?.hot ?? null,
      coldAddress: keys?.chains[chain]?.cold ?? null,
      scannedHeight: books.scanned.get(chain)?.height ?? null,
      scannedAt: books.scanned.get(chain)?.at ?? null,
    };
    return { ...reserve, alarm: alarmOf(reserve) };
  });
}

const sumKnown = (parts: readonly (bigint | null)[]): bigint | null =>
  parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);

/** Miners' fees are recorded when final, so a shortage up to this raises no alarm; in parts of 1,000. */
const TOLERANCE = 1n;

function alarmOf(reserve: Omit<Reserves, 'alarm'>): Reserve['alarm'] {
  const { hot, deposits, cold, booked, leaving, hotShare, hotTarget } = reserve;
  const held = sumKnown([hot, deposits, cold]);
  if (held !== null && held + leaving + (booked * TOLERANCE) / 1_000n < booked) return 'SHORT';
  if (hotShare === null) return null;
  const target = BigInt(hotTarget) * 10n;
  if (hotShare * 2n > target * 3n) return 'HIGH';
  return hotShare * 2n < target ? 'LOW' : null;
}

interface Books {
  booked: Map<string, bigint>;
  leaving: Map<string, bigint>;
  liabilities: Map<Asset, bigint>;
  targets: Map<Asset, number>;
  scanned: Map<string, { height: number; at: Date }>;
}

/**
 * Liabilities are the sum without the house's and the outside accounts: each asset sums to zero, and those two have
 * few accounts.
 */
async function readBooks({ db }: CustodyContext): Promise<Books> {
  const [own, leaving, targets, cursors] = await Promise.all([
    sql<{ owner: string; asset: Asset; sum: bigint }>`select owner, asset, sum(balance) as sum from accounts
      where owner = 'house' or (owner >= 'outside:' and owner < 'outside;') group by owner, asset`.execute(
      db,
    ),
    sql<{ tokenType: string; asset: Asset; sum: bigint }>`select token_type as "tokenType", asset,
      sum(amount) as sum from outgoing where kind = 'WITHDRAWAL' and state in ('SIGNED', 'SENT')
      group by token_type, asset`.execute(db),
    sql<{ asset: Asset; percent: number }>`select asset, percent from hot_targets`.execute(db),
    sql<{ chain: string; height: number; at: Date }>`select chain, height::int as height, scanned_at as at
      from chain_cursors`.execute(db),
  ]);
  const liabilities = new Map<Asset, bigint>();
  for (const { asset, sum } of own.rows) liabilities.set(asset, (liabilities.get(asset) ?? 0n) - sum);
  return {
    booked: new Map(
      own.rows.flatMap(({ owner, asset, sum }) =>
        owner.startsWith('outside:') ? [[`${owner.slice(8)} ${asset}`, -sum]] : [],
      ),
    ),
    leaving: new Map(leaving.rows.map(({ tokenType, asset, sum }) => [`${tokenType} ${asset}`, sum])),
    liabilities,
    targets: new Map(targets.rows.map(({ asset, percent }) => [asset, percent])),
    scanned: new Map(cursors.rows.map(({ chain, height, at }) => [chain, { height, at }])),
  };
}

function shown(reserve: Reserves): Reserve {
  const { asset, tokenType, chain, hotShare, scannedHeight, scannedAt } = reserve;
  const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, asset));
  return {
    relatedCoin: asset,
    tokenType,
    chain,
    hot: text(reserve.hot),
    deposits: text(reserve.deposits),
    cold: text(reserve.cold),
    booked: formatAmount(reserve.booked, asset),
    liabilities: formatAmount(reserve.liabilities, asset),
    hotTarget: reserve.hotTarget,
    hotShare: hotShare === null ? null : Number.parseInt(hotShare.toString(), 10) / 10,
    alarm: reserve.alarm,
    hotAddress: reserve.hotAddress,
    coldAddress: reserve.coldAddress,
    scannedHeight,
    scannedAtDateTime: scannedAt?.toISOString() ?? null,
  };
}

/** Logs reserve problems every ten minutes, for monitoring by logs. */
export async function watchReserves(context: CustodyContext): Promise<void> {
  const { latch } = await signerState(context);
  if (latch)
    context.log.error({ area: 'custody', event: 'signer latched', ...latch }, 'the signer signs nothing new');
  for (const { chain, height } of await listHalted(context.db))
    context.log.error({ area: 'custody', event: 'chain halted', chain, height }, 'a chain is halted');
  for (const { asset, tokenType, alarm } of await readReserves(context)) {
    if (alarm === null) continue;
    const about = { area: 'custody', event: 'reserve alarm', alarm, asset, tokenType };
    if (alarm === 'HIGH') context.log.warn(about, 'hot funds are above the target');
    else context.log.error(about, alarm === 'LOW' ? 'the hot wallet runs low' : 'less is held than booked');
  }
}
