import { AppError, type Asset, CHAIN_INFO, CHAINS, type Chain, findNetwork } from '@sarraf/domain';
import type { CustodyContext } from '../deps.ts';
import { findHotGeneration } from '../generations.ts';
import { isDepositAddress } from './address-store.ts';

/**
 * Returns whether an address is a deposit address, a hot or a cold one of ours. Where all users share one account,
 * any tag of it is ours; so is an address of another chain with the same keys. SERVICE_UNAVAILABLE: the signer was
 * never reached, so it can't be decided.
 */
export async function isOwnAddress(
  context: CustodyContext,
  asset: Asset,
  tokenType: string,
  address: string,
): Promise<boolean> {
  const network = findNetwork(asset, tokenType);
  if (network === null) return false;
  const keys = await context.getPublicKeys().catch((err: unknown) => {
    context.log.warn({ area: 'custody', err }, 'signer unreachable');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  if (findHotGeneration(keys, network.chain, address) !== null) return true;
  if (address === keys.chains[network.chain]?.cold) return true;
  return isDepositAddress(context.db, sharesKeys(context, network.chain), address);
}

function sharesKeys(context: CustodyContext, chain: Chain): Chain[] {
  const { family } = CHAIN_INFO[chain];
  const { accountPath } = context.codecOf(chain);
  return CHAINS.filter(
    (other) => CHAIN_INFO[other].family === family && context.codecOf(other).accountPath === accountPath,
  );
}
