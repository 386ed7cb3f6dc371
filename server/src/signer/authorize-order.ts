import { CHAIN_INFO, type Chain, findNetwork } from '@sarraf/domain';
import { isOrderSealValid } from '../chains/seal.ts';
import type { ChainPayment, KeyPath } from '../chains/types.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { maxGasOf } from './bounds.ts';
import type { SignerKeys } from './keys.ts';
import type { FoundOrder } from './read-orders.ts';

export interface AuthorizeOptions {
  sealKey: Buffer;
  keys: SignerKeys;
  /** Replacement bytes for an order in state SENT are allowed. */
  outbids: boolean;
  /** Claim that the order must have, unless it is a replacement. */
  claim: string | null;
  /**
   * Generation of the hot key that pays, unless an older seed's address pays: the newest, or the one that paid the
   * first time.
   */
  payer: number;
  /** See `depositKeyOf`. */
  depositKeyOf(chain: Chain, address: string): Promise<KeyPath | null>;
}

/** Payment that an order permits: payer, amount and recipient. */
export interface AuthorizedOrder {
  from: KeyPath;
  payment: ChainPayment;
  /** Counts against the caps: money paid to others. Transfers to the cold address stay ours. */
  leaves: boolean;
}

/** SENT: the order was broadcast before, and is signed again after its bytes expired. */
const APPROVED_STATES = new Set(['APPROVED', 'SENT']);

/**
 * Authorizes one order by its seal, by the approved withdrawal behind it and by our own keys.
 *
 * BAD_SEAL: the row is not what was queued; NOT_APPROVED: its state, or its withdrawal's, is wrong, or approvals
 * are missing;
 * BAD_ADDRESS: not a destination of its kind.
 */
export async function authorizeOrder(
  options: AuthorizeOptions,
  chain: Chain,
  order: FoundOrder,
): Promise<AuthorizedOrder> {
  if (!isOrderSealValid(options.sealKey, order, order.seal))
    throw new SignerRefusedError('BAD_SEAL', order.id);
  if (order.chain !== chain || findNetwork(order.asset, order.tokenType)?.chain !== chain)
    throw new SignerRefusedError('BAD_SEAL', `${order.id}: another chain`);
  if (order.state !== 'CLAIMED' && !(options.outbids && order.state === 'SENT'))
    throw new SignerRefusedError('NOT_APPROVED', `${order.id} is ${order.state}`);
  if (order.state === 'CLAIMED' && order.claimId !== options.claim)
    throw new SignerRefusedError('NOT_APPROVED', `${order.id} was taken over`);
  const isFromSeed = order.kind === 'SWEEP' || order.kind === 'ROTATION';
  if (
    (order.kind === 'SWEEP') !== (order.fromIndex !== null) ||
    (!isFromSeed && (order.generation ?? 0) !== 0)
  )
    throw new SignerRefusedError('BAD_ADDRESS', `${order.id}: pays from elsewhere`);
  switch (order.kind) {
    case 'WITHDRAWAL':
      return authorizeWithdrawal(options, order);
    case 'SWEEP':
      return authorizeSweep(options, chain, order);
    case 'GAS':
      return authorizeGas(options, chain, order);
    case 'COLD':
      return authorizeCold(options, chain, order);
    case 'ROTATION':
      return authorizeRotation(options, chain, order);
    default:
      throw new SignerRefusedError('BAD_SEAL', `${order.id}: kind`);
  }
}

function authorizeWithdrawal({ payer }: AuthorizeOptions, order: FoundOrder): AuthorizedOrder {
  const { withdrawal: approved } = order;
  if (!approved || !APPROVED_STATES.has(approved.state))
    throw new SignerRefusedError(
      'NOT_APPROVED',
      `${order.id}: its withdrawal is ${approved?.state ?? 'unknown'}`,
    );
  if (approved.approvals < approved.neededApprovals)
    throw new SignerRefusedError('NOT_APPROVED', `${order.id}: approvals are missing`);
  const matchesApproved =
    approved.userId === order.userId &&
    approved.asset === order.asset &&
    approved.tokenType === order.tokenType &&
    approved.address === order.address &&
    approved.tag === order.tag &&
    approved.fee === order.fee &&
    approved.amount - approved.fee === order.amount;
  if (!matchesApproved) throw new SignerRefusedError('NOT_APPROVED', `${order.id}: not what was approved`);
  return { from: { branch: 'hot', generation: payer }, payment: toPayment(order), leaves: true };
}

function authorizeSweep(options: AuthorizeOptions, chain: Chain, order: FoundOrder): AuthorizedOrder {
  const { generation = 0 } = order;
  const { family, oneAccount } = CHAIN_INFO[chain];
  const to = findOwnHotAddress(options, chain, order);
  if (to === null || order.tag !== '' || oneAccount || family === 'UTXO')
    throw new SignerRefusedError('BAD_ADDRESS', `${order.id}: sweeps go to the hot address alone`);
  const index = Number.parseInt(String(order.fromIndex), 10);
  const from = { branch: 'deposit', index, generation } as const;
  return { from, payment: { ...toPayment(order), to }, leaves: false };
}

/**
 * Authorizes moving the whole balance of an older seed's hot key to the newest's. On UTXO chains each input names
 * its key.
 */
function authorizeRotation(options: AuthorizeOptions, chain: Chain, order: FoundOrder): AuthorizedOrder {
  const { keys } = options;
  const { generation = 0 } = order;
  const to = findOwnHotAddress(options, chain, order);
  if (
    to === null ||
    order.tag !== '' ||
    generation >= keys.newest ||
    keys.hotAddressOf(chain, generation) === to
  )
    throw new SignerRefusedError('BAD_ADDRESS', `${order.id}: from an older seed to the newest alone`);
  const payer = CHAIN_INFO[chain].family === 'UTXO' ? keys.newest : generation;
  const from = { branch: 'hot', generation: payer } as const;
  return { from, payment: { ...toPayment(order), to }, leaves: false };
}

/**
 * Returns the newest hot address if the order pays to it; null: it pays elsewhere. An order signed before a
 * rotation may be signed again unchanged, because a replacement must pay the same.
 */
function findOwnHotAddress(
  { keys, outbids }: AuthorizeOptions,
  chain: Chain,
  { address }: FoundOrder,
): string | null {
  const to = keys.hotAddressOf(chain);
  if (to !== null && address === to) return to;
  const isOld = keys.listGenerations().some((generation) => keys.hotAddressOf(chain, generation) === address);
  return outbids && isOld ? address : null;
}

async function authorizeGas(
  options: AuthorizeOptions,
  chain: Chain,
  order: FoundOrder,
): Promise<AuthorizedOrder> {
  const { keys, payer, depositKeyOf } = options;
  const { family, coin, oneAccount } = CHAIN_INFO[chain];
  const keyPath = await depositKeyOf(chain, order.address);
  const depositAddress = keyPath === null || oneAccount ? null : keys.senderOf(chain, keyPath);
  if (depositAddress === null || depositAddress !== order.address || order.tag !== '' || family === 'UTXO')
    throw new SignerRefusedError('BAD_ADDRESS', `${order.id}: gas goes to deposit addresses alone`);
  if (order.asset !== coin || order.amount > maxGasOf(chain))
    throw new SignerRefusedError('BAD_PLAN', `${order.id}: too much gas`);
  const from = { branch: 'hot', generation: payer } as const;
  return { from, payment: { ...toPayment(order), to: depositAddress }, leaves: false };
}

function authorizeCold({ keys, payer }: AuthorizeOptions, chain: Chain, order: FoundOrder): AuthorizedOrder {
  const to = keys.coldAddressOf(chain);
  if (to === null || order.address !== to || order.tag !== '')
    throw new SignerRefusedError('BAD_ADDRESS', `${order.id}: not the cold address`);
  const from = { branch: 'hot', generation: payer } as const;
  return { from, payment: { ...toPayment(order), to }, leaves: false };
}

const toPayment = ({ address, tag, asset, tokenType, amount }: FoundOrder): ChainPayment => ({
  to: address,
  tag: tag === '' ? null : tag,
  asset,
  tokenType,
  amount,
});
