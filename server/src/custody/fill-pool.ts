import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { countPool, growPool, readNextIndex } from './address-store.ts';
import type { CustodyContext } from './deps.ts';

const LOW = 50;
const FULL = 200;

/** Keeps addresses at hand on chains where a public key derives none. Two processes at once add them once. */
export async function fillPools(kit: CustodyContext): Promise<void> {
  for (const chain of kit.nodes.keys()) {
    if (CHAIN_INFO[chain].oneAccount || kit.codecOf(chain).derivesPublicly) continue;
    await fillPool(kit, chain).catch((error: unknown) => {
      kit.log.warn({ area: 'custody', chain, err: error }, 'the pool of addresses was not filled');
    });
  }
}

async function fillPool(kit: CustodyContext, chain: Chain): Promise<void> {
  const left = await countPool(kit.db, chain, LOW);
  if (left >= LOW) return;
  const from = await readNextIndex(kit.db, chain);
  const addresses = await kit.signer.poolAddresses(chain, from, FULL - left);
  await growPool(
    kit.db,
    chain,
    from,
    addresses.map((address, i) => ({ index: from + i, address })),
  );
}
