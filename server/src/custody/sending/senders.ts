import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { KeyPath } from '../../chains/types.ts';
import type { CustodyContext } from '../deps.ts';
import { keysOfGeneration } from '../generations.ts';

/** Returns the paying address. Throws if the signer was never reached, the chain is off or the key is unknown. */
export async function senderOf(context: CustodyContext, chain: Chain, place: KeyPath): Promise<string> {
  const { generation = 0 } = place;
  const keys = keysOfGeneration(await context.publicKeys(), generation)?.chains[chain];
  if (!keys) throw new Error(`${chain} has no keys`);
  if (place.branch === 'hot') return keys.hot;
  if (keys.accountPublicKey !== null) return context.codecOf(chain).addressOf(keys.accountPublicKey, place);
  const { rows } = await sql<{ address: string }>`select address from deposit_addresses
    where chain = ${chain} and key_index = ${place.index} and generation = ${generation} limit 1`.execute(
    context.db,
  );
  if (!rows[0]) throw new Error(`${chain} has no address ${place.index}`);
  return rows[0].address;
}
