import {
  AppError,
  buildPaymentLink,
  CHAIN_INFO,
  formatAmount,
  pausablesForCoin,
  pausablesForFeature,
} from '@sarraf/domain';
import type { QueryOf, ReplyOf, walletAddress } from '@sarraf/domain/contracts';
import { toBuffer } from 'qrcode';
import { newId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { contractAddressOf, type Network, readNetwork } from '../networks.ts';
import type { ChainKeys, PublicKeys } from '../ports.ts';
import {
  allocateIndex,
  type DepositAddress,
  findAddress,
  insertAddress,
  insertPooledAddresses,
  markAddressSuperseded,
  takePooledAddress,
} from './address-store.ts';
import { isAttested, isAuthenticAddress, reportTampered, toAttestation } from './check-address.ts';

type DepositAddressDto = ReplyOf<typeof walletAddress>['baseDTO'];

/** The first tag: a number of five digits could be mistaken for another number that the user types. */
const FIRST_TAG = 100_000;
const QR = { type: 'png', margin: 2, scale: 6, errorCorrectionLevel: 'M' } as const;

/**
 * Returns the user's deposit address, created at the first call and verified against the signer's signature.
 *
 * 'You Dont Have This Coin Wallet': no such coin or network; DEPOSIT_NOT_AVAILABLE: the network takes no deposits
 * now; PAUSED: no addresses are created now; 'Not Enough HDWallets': the signer is unreachable, the pool is empty,
 * or the row does not match the signer's signature.
 */
export type ShowAddress = (
  userId: string,
  query: QueryOf<typeof walletAddress>,
) => Promise<DepositAddressDto>;

export function createShowAddress(context: CustodyContext): ShowAddress {
  /** Concurrent calls of one user for one network create a single address. */
  const pendingCreations = new Map<string, Promise<DepositAddress>>();

  /** Returns the existing address even while new ones can't be created. */
  function createAddressOnce(userId: string, network: Network, keys: PublicKeys): Promise<DepositAddress> {
    context.refusePaused(
      [...pausablesForFeature('DEPOSIT_ADDRESS'), ...pausablesForCoin(network.asset)],
      context.clock.now(),
    );
    const key = `${userId} ${network.asset} ${network.tokenType}`;
    const pending = pendingCreations.get(key);
    if (pending) return pending;
    const creation = createAddress(context, userId, network, keys).finally(() =>
      pendingCreations.delete(key),
    );
    pendingCreations.set(key, creation);
    return creation;
  }

  return async (userId, query) => {
    const network = readNetwork(context, query.relatedCoin, query.tokenType);
    const { asset, tokenType, chain, settings } = network;
    if (!settings.depositEnabled || !context.nodes.has(chain)) throw new AppError('DEPOSIT_NOT_AVAILABLE');
    const keys = await context
      .getPublicKeys()
      .catch((error: unknown) => throwSignerUnreachable(context, error));
    const row =
      (await findCurrent(context, userId, network, keys)) ?? (await createAddressOnce(userId, network, keys));
    // Another process has learnt of a newer seed first.
    const currentKeys =
      row.generation > keys.generation
        ? await context.fetchCurrentKeys().catch((error: unknown) => throwSignerUnreachable(context, error))
        : keys;
    if (!isAuthenticAddress(context, currentKeys, row)) {
      await reportTampered(context, row);
      throw new AppError('Not Enough HDWallets');
    }
    const tag = row.tag === '' ? null : row.tag;
    const link = buildPaymentLink(asset, tokenType, { address: row.address, tag });
    return {
      address: row.address,
      qrCode: await toQrCode(row.address),
      paymentLink: link,
      linkQrCode: link === null ? null : await toQrCode(link),
      tag,
      minDeposit: formatAmount(settings.minDeposit, asset),
      neededConfirmations: settings.confirmations,
      contract: contractAddressOf(chain, tokenType),
    };
  };
}

const toQrCode = async (text: string): Promise<string> => (await toBuffer(text, QR)).toString('base64');

/**
 * Returns the active address unless it belongs to an older seed; then it is superseded, and the next call creates
 * one of the newest.
 */
async function findCurrent(
  context: CustodyContext,
  userId: string,
  { asset, tokenType }: Network,
  keys: PublicKeys,
): Promise<DepositAddress | null> {
  const row = await findAddress(context.db, userId, asset, tokenType);
  if (row === null || row.generation >= keys.generation) return row;
  if (!isAttested(keys, row)) return row;
  await markAddressSuperseded(context.db, row.id, context.now());
  return null;
}

function throwSignerUnreachable(context: CustodyContext, error: unknown): never {
  context.log.warn({ area: 'custody', err: error }, 'signer unreachable');
  throw new AppError('Not Enough HDWallets');
}

interface AllocatedAddress {
  address: string;
  tag: string;
  index: number;
  /** Releases the reserved index or pool address when the insert fails. */
  release(): Promise<void>;
}

async function createAddress(
  context: CustodyContext,
  userId: string,
  network: Network,
  keys: PublicKeys,
): Promise<DepositAddress> {
  const { asset, tokenType, chain } = network;
  const chainKeys = keys.chains[chain];
  if (!chainKeys) throw new AppError('Not Enough HDWallets');
  const { release, index, ...place } = await allocateAddress(context, network, keys.generation, chainKeys);
  const row = {
    id: newId(),
    userId,
    asset,
    tokenType,
    chain,
    ...place,
    keyIndex: BigInt(index),
    generation: keys.generation,
    superseded: false,
    signature: Buffer.alloc(0),
    retiredAt: null,
  };
  try {
    const signature = await context.signer
      .attest(toAttestation(row))
      .catch((error: unknown) => throwSignerUnreachable(context, error));
    const signed = { ...row, signature: Buffer.from(signature, 'hex') };
    if (await insertAddress(context.db, signed, context.now())) return signed;
  } catch (error) {
    await release();
    throw error;
  }
  // Another process inserted an address first.
  await release();
  const existing = await findAddress(context.db, userId, asset, tokenType);
  if (existing === null) throw new AppError('Not Enough HDWallets');
  return existing;
}

async function allocateAddress(
  context: CustodyContext,
  { chain }: Network,
  generation: number,
  chainKeys: ChainKeys,
): Promise<AllocatedAddress> {
  const release = async () => {};
  if (CHAIN_INFO[chain].oneAccount) {
    const index = await allocateIndex(context.db, chain, FIRST_TAG);
    return { address: chainKeys.hot, tag: String(index), index, release };
  }
  if (chainKeys.accountPublicKey !== null) {
    const codec = context.codecOf(chain);
    // Chains with the same derivation path derive the same address from an index, so they share one counter.
    const index = await allocateIndex(context.db, codec.accountPath, 0);
    const address = codec.addressOf(chainKeys.accountPublicKey, { branch: 'deposit', index });
    return { address, tag: '', index, release };
  }
  const pooled = await takePooledAddress(context.db, chain, generation);
  if (pooled === null) {
    context.log.error({ area: 'custody', chain }, 'no address left in the pool');
    throw new AppError('Not Enough HDWallets');
  }
  return {
    ...pooled,
    tag: '',
    release: () => insertPooledAddresses(context.db, chain, generation, [pooled]),
  };
}
