import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { KeyPath } from '../../chains/types.ts';
import type { CustodyContext } from '../deps.ts';
import { keysOfGeneration } from '../generations.ts';

/** Returns the paying address. Throws if the signer was never reached, the chain is off or the key is unknown. */
export async function findSenderAddress(
  context: CustodyContext,
  chain: Chain,
  keyPath: KeyPath,
): Promise<string> {
  const { generation = 0 } = keyPath;
  const keys = keysOfGeneration(await context.getPublicKeys(), generation)?.chains[chain];
  if (!keys) throw new Error(`${chain} has no keys`);
  if (keyPath.branch === 'hot') return keys.hot;
  if (keys.accountPublicKey !== null) return context.codecOf(chain).addressOf(keys.accountPublicKey, keyPath);
  const { rows } = await sql<{ address: string }>`select address from deposit_addresses
    where chain = ${chain} and key_index = ${keyPath.index} and generation = ${generation} limit 1`.execute(
    context.db,
  );
  if (!rows[0]) throw new Error(`${chain} has no address ${keyPath.index}`);
  return rows[0].address;
}
