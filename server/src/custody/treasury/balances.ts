import { CHAIN_INFO, type CoinOnNetwork } from '@sarraf/domain';
import { sql } from 'kysely';
import type { CustodyContext } from '../deps.ts';

type NetworkAsset = Pick<CoinOnNetwork, 'asset' | 'tokenType' | 'chain'>;

/** Timeout after which a node is shown as unresponsive. */
const TIMEOUT_MS = 5_000;

/** Returns the balance at the hot addresses of older seeds, in transit to the newest's; null: no node responds. */
export async function readOlderHotBalance(
  context: CustodyContext,
  network: NetworkAsset,
): Promise<bigint | null> {
  if (CHAIN_INFO[network.chain].family === 'UTXO') return 0n;
  const keys = await context.getPublicKeys().catch(() => null);
  if (keys === null) return null;
  const newest = keys.chains[network.chain]?.hot;
  const addresses = new Set(keys.older.flatMap(({ chains }) => chains[network.chain]?.hot ?? []));
  const parts = await Promise.all(
    [...addresses]
      .filter((address) => address !== newest)
      .map((address) => readBalanceAt(context, network, address)),
  );
  return parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

/** Returns the spendable balance of the hot wallet, smallest units; null: no node responds. */
export async function readHotBalance(context: CustodyContext, network: NetworkAsset): Promise<bigint | null> {
  if (CHAIN_INFO[network.chain].family === 'UTXO') return sumUnspentOutputs(context, network, true);
  const keys = await context.getPublicKeys().catch(() => null);
  const hot = keys?.chains[network.chain]?.hot;
  return hot === undefined ? null : readBalanceAt(context, network, hot);
}

/** Returns the balance of the deposit addresses; on account chains, what was credited and not yet swept. */
export async function readDepositBalance(context: CustodyContext, network: NetworkAsset): Promise<bigint> {
  const { asset, tokenType, chain } = network;
  if (CHAIN_INFO[chain].oneAccount) return 0n;
  if (CHAIN_INFO[chain].family === 'UTXO') return sumUnspentOutputs(context, network, false);
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from coin_deposits
    where chain = ${chain} and asset = ${asset} and token_type = ${tokenType} and state = 'CREDITED'
      and swept_by is null`.execute(context.db);
  return rows[0]?.sum ?? 0n;
}

export async function readColdBalance(
  context: CustodyContext,
  network: NetworkAsset,
): Promise<bigint | null> {
  const keys = await context.getPublicKeys().catch(() => null);
  const cold = keys?.chains[network.chain]?.cold ?? null;
  return cold === null ? 0n : readBalanceAt(context, network, cold);
}

export async function readBalanceAt(
  context: CustodyContext,
  { asset, tokenType, chain }: NetworkAsset,
  address: string,
): Promise<bigint | null> {
  const node = context.nodes.get(chain);
  if (!node) return null;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([node.balance(address, asset, tokenType).catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function sumUnspentOutputs(
  context: CustodyContext,
  { chain }: NetworkAsset,
  hot: boolean,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from unspent_outputs
    where chain = ${chain} and spent_by is null and height is not null and (key_index is null) = ${hot}`.execute(
    context.db,
  );
  return rows[0]?.sum ?? 0n;
}
