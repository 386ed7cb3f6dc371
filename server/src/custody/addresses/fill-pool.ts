import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { CustodyContext } from '../deps.ts';
import { countPooledAddresses, extendPool, readNextIndex } from './address-store.ts';

const MIN_POOL_SIZE = 50;
const FULL_POOL_SIZE = 200;

/** Pre-generates addresses on chains where no public key can derive them. Safe to run concurrently. */
export async function fillPools(context: CustodyContext): Promise<void> {
  for (const chain of context.nodes.keys()) {
    if (CHAIN_INFO[chain].oneAccount || context.codecOf(chain).derivesPublicly) continue;
    await fillPool(context, chain).catch((error: unknown) => {
      context.log.warn({ area: 'custody', chain, err: error }, 'address pool not filled');
    });
  }
}

async function fillPool(context: CustodyContext, chain: Chain): Promise<void> {
  const { generation } = await context.getPublicKeys();
  // Before the count: if another process fills the pool in between, this index is used up.
  const firstIndex = await readNextIndex(context.db, chain);
  const pooledCount = await countPooledAddresses(context.db, chain, generation, MIN_POOL_SIZE);
  if (pooledCount >= MIN_POOL_SIZE) return;
  const addresses = await context.signer.poolAddresses(
    chain,
    generation,
    firstIndex,
    FULL_POOL_SIZE - pooledCount,
  );
  await extendPool(
    context.db,
    chain,
    generation,
    firstIndex,
    addresses.map((address, i) => ({ index: firstIndex + i, address })),
  );
}
