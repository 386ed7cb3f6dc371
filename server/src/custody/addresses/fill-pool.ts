import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { CustodyContext } from '../deps.ts';
import { countPool, growPool, readNextIndex } from './address-store.ts';

const LOW = 50;
const FULL = 200;

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
  const { generation } = await context.publicKeys();
  const left = await countPool(context.db, chain, generation, LOW);
  if (left >= LOW) return;
  const from = await readNextIndex(context.db, chain);
  const addresses = await context.signer.poolAddresses(chain, generation, from, FULL - left);
  await growPool(
    context.db,
    chain,
    generation,
    from,
    addresses.map((address, i) => ({ index: from + i, address })),
  );
}
