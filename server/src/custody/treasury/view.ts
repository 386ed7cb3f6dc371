import { type Asset, CHAINS, type CoinOnNetwork, formatAmount, listCoinsOnChain } from '@sarraf/domain';
import type { Reserve, SeedHolding, TreasuryView } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { CustodyContext } from '../deps.ts';
import { listRetiredGenerations } from '../generations.ts';
import { listHaltedChains } from '../scanning/forks.ts';
import { readKillSwitch } from '../sending/kill-switch.ts';
import { readColdBalance, readDepositBalance, readHotBalance, readOlderHotBalance } from './balances.ts';

/** Returns the treasury overview; each read is in the audit log. */
export async function readTreasury(context: CustodyContext, staffId: string): Promise<TreasuryView> {
  const entry = { actorId: staffId, action: 'treasury read', subjectId: null };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
  const [stop, signer, reserves, halted, olderSeeds] = await Promise.all([
    readKillSwitch(context.db),
    readSignerState(context),
    readReserves(context),
    listHaltedChains(context.db),
    readOlderSeeds(context),
  ]);
  const by = stop?.by ? await context.people.find(stop.by) : null;
  return {
    stopped: stop && { by: by?.email ?? '', reason: stop.reason, at: stop.at.toISOString() },
    ...signer,
    halted,
    reserves: reserves.map(toReserveDto),
    olderSeeds,
  };
}

/** Returns the last recorded holdings of older seeds, without retired ones. */
async function readOlderSeeds(context: CustodyContext): Promise<SeedHolding[]> {
  const keys = await context.getPublicKeys().catch(() => null);
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
      and generation <> all(${keys === null ? [] : listRetiredGenerations(keys)}::integer[])
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

async function readSignerState({ signer }: CustodyContext): Promise<Pick<TreasuryView, 'signer' | 'latch'>> {
  try {
    const { latch, room } = await signer.status();
    if (latch) return { signer: 'LATCHED', latch: { ...latch, at: new Date(latch.at).toISOString() } };
    return { signer: Object.values(room).includes(0n) ? 'OVER_CAP' : 'READY', latch: null };
  } catch {
    return { signer: 'AWAY', latch: null };
  }
}

/** One coin on one network; smallest units. */
export interface NetworkReserves extends CoinOnNetwork {
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
export async function readReserves(context: CustodyContext): Promise<NetworkReserves[]> {
  const networks = CHAINS.flatMap(listCoinsOnChain);
  const [ledgerSums, keys] = await Promise.all([
    readLedgerSums(context),
    context.getPublicKeys().catch(() => null),
  ]);
  const balances = await Promise.all(
    networks.map(async (network) => {
      const [newest, older, deposits, cold] = await Promise.all([
        readHotBalance(context, network),
        readOlderHotBalance(context, network),
        readDepositBalance(context, network),
        readColdBalance(context, network),
      ]);
      return { ...network, hot: sumIfKnown([newest, older]), deposits, cold };
    }),
  );
  return balances.map((balance) => {
    const { asset, tokenType, chain } = balance;
    const hotOfCoin = sumIfKnown(balances.filter((other) => other.asset === asset).map(({ hot }) => hot));
    const liabilities = ledgerSums.liabilities.get(asset) ?? 0n;
    const hotShare = hotOfCoin !== null && liabilities > 0n ? (hotOfCoin * 1_000n) / liabilities : null;
    const reserve = {
      ...balance,
      booked: ledgerSums.booked.get(`${tokenType} ${asset}`) ?? 0n,
      leaving: ledgerSums.leaving.get(`${tokenType} ${asset}`) ?? 0n,
      liabilities,
      hotTarget: ledgerSums.targets.get(asset) ?? 10,
      hotShare,
      hotAddress: keys?.chains[chain]?.hot ?? null,
      coldAddress: keys?.chains[chain]?.cold ?? null,
      scannedHeight: ledgerSums.scanned.get(chain)?.height ?? null,
      scannedAt: ledgerSums.scanned.get(chain)?.at ?? null,
    };
    return { ...reserve, alarm: findReserveAlarm(reserve) };
  });
}

const sumIfKnown = (parts: readonly (bigint | null)[]): bigint | null =>
  parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);

/** Miners' fees are recorded when final, so a shortage up to this raises no alarm; in parts of 1,000. */
const TOLERANCE = 1n;

function findReserveAlarm(reserve: Omit<NetworkReserves, 'alarm'>): Reserve['alarm'] {
  const { hot, deposits, cold, booked, leaving, hotShare, hotTarget } = reserve;
  const heldTotal = sumIfKnown([hot, deposits, cold]);
  if (heldTotal !== null && heldTotal + leaving + (booked * TOLERANCE) / 1_000n < booked) return 'SHORT';
  if (hotShare === null) return null;
  const target = BigInt(hotTarget) * 10n;
  if (hotShare * 2n > target * 3n) return 'HIGH';
  return hotShare * 2n < target ? 'LOW' : null;
}

interface LedgerSums {
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
async function readLedgerSums({ db }: CustodyContext): Promise<LedgerSums> {
  const [nonCustomerBalances, leaving, targets, cursors] = await Promise.all([
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
  for (const { asset, sum } of nonCustomerBalances.rows)
    liabilities.set(asset, (liabilities.get(asset) ?? 0n) - sum);
  return {
    booked: new Map(
      nonCustomerBalances.rows.flatMap(({ owner, asset, sum }) =>
        owner.startsWith('outside:') ? [[`${owner.slice(8)} ${asset}`, -sum]] : [],
      ),
    ),
    leaving: new Map(leaving.rows.map(({ tokenType, asset, sum }) => [`${tokenType} ${asset}`, sum])),
    liabilities,
    targets: new Map(targets.rows.map(({ asset, percent }) => [asset, percent])),
    scanned: new Map(cursors.rows.map(({ chain, height, at }) => [chain, { height, at }])),
  };
}

function toReserveDto(reserve: NetworkReserves): Reserve {
  const { asset, tokenType, chain, hotShare, scannedHeight, scannedAt } = reserve;
  const formatNullable = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, asset));
  return {
    relatedCoin: asset,
    tokenType,
    chain,
    hot: formatNullable(reserve.hot),
    deposits: formatNullable(reserve.deposits),
    cold: formatNullable(reserve.cold),
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
export async function logReserveProblems(context: CustodyContext): Promise<void> {
  const { latch } = await readSignerState(context);
  if (latch)
    context.log.error({ area: 'custody', event: 'signer latched', ...latch }, 'the signer signs nothing new');
  for (const { chain, height } of await listHaltedChains(context.db))
    context.log.error({ area: 'custody', event: 'chain halted', chain, height }, 'a chain is halted');
  for (const { asset, tokenType, alarm } of await readReserves(context)) {
    if (alarm === null) continue;
    const logFields = { area: 'custody', event: 'reserve alarm', alarm, asset, tokenType };
    if (alarm === 'HIGH') context.log.warn(logFields, 'hot funds are above the target');
    else
      context.log.error(logFields, alarm === 'LOW' ? 'the hot wallet runs low' : 'less is held than booked');
  }
}
