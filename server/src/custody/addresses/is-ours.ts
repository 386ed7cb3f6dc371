import { AppError, type Asset, CHAIN_INFO, CHAINS, type Chain, findNetwork } from '@sarraf/domain';
import type { CustodyContext } from '../deps.ts';
import { generationOfHot } from '../generations.ts';
import { isDepositAddress } from './address-store.ts';

/**
 * Whether an address is one of ours: somebody's for deposits, the hot or the cold one. Where all share one account it is
 * ours with any tag; one of another chain that has the same keys is ours too. SERVICE_UNAVAILABLE: the signer was never reached, so that nobody knows.
 */
export async function isOwnAddress(
  context: CustodyContext,
  asset: Asset,
  tokenType: string,
  address: string,
): Promise<boolean> {
  const network = findNetwork(asset, tokenType);
  if (network === null) return false;
  const keys = await context.publicKeys().catch((err: unknown) => {
    context.log.warn({ area: 'custody', err }, 'the signer is away');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  if (generationOfHot(keys, network.chain, address) !== null) return true;
  if (address === keys.chains[network.chain]?.cold) return true;
  return isDepositAddress(context.db, withSameKeys(context, network.chain), address);
}

function withSameKeys(context: CustodyContext, chain: Chain): Chain[] {
  const { family } = CHAIN_INFO[chain];
  const { accountPath } = context.codecOf(chain);
  return CHAINS.filter(
    (other) => CHAIN_INFO[other].family === family && context.codecOf(other).accountPath === accountPath,
  );
}
