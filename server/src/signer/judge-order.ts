import { type Asset, CHAIN_INFO, type Chain, findNetwork, readAddress } from '@sarraf/domain';
import { sealFits } from '../chains/seal.ts';
import type { ChainPayment, KeyPath } from '../chains/types.ts';
import { SignerRefused } from '../custody/ports.ts';
import { mostGas } from './bounds.ts';
import type { Keys } from './keys.ts';
import type { FoundOrder } from './read-orders.ts';

export interface JudgeOptions {
  sealKey: Buffer;
  keys: Keys;
  /** New bytes for what is on its way may outbid the old ones. */
  outbids: boolean;
  /** By which it must be claimed, unless it is outbid. */
  claim: string | null;
  /** See `keyIndexOf`. */
  keyIndexOf(chain: Chain, address: string): Promise<number | null>;
}

/** What an order may do: who pays, what to whom. */
export interface Judged {
  from: KeyPath;
  payment: ChainPayment;
  /** Counts against the caps: money that goes to others. What goes to the cold address stays ours. */
  leaves: boolean;
}

/** Coins are on their way, or were: one that is signed again after its bytes died has been SENT before. */
const APPROVED = new Set(['APPROVED', 'SENT']);

/**
 * Judges one order by its seal, by the approved withdrawal behind it and by our own keys.
 *
 * BAD_SEAL: the row is not what was queued; NOT_APPROVED: its state, or its withdrawal's, or approvals are missing;
 * BAD_ADDRESS: it goes where its kind doesn't go.
 */
export async function judgeOutgoing(options: JudgeOptions, chain: Chain, order: FoundOrder): Promise<Judged> {
  if (!sealFits(options.sealKey, order, order.seal)) throw new SignerRefused('BAD_SEAL', order.id);
  if (order.chain !== chain || findNetwork(order.asset, order.tokenType)?.chain !== chain)
    throw new SignerRefused('BAD_SEAL', `${order.id}: another chain`);
  if (order.state !== 'CLAIMED' && !(options.outbids && order.state === 'SENT'))
    throw new SignerRefused('NOT_APPROVED', `${order.id} is ${order.state}`);
  if (order.state === 'CLAIMED' && order.claimId !== options.claim)
    throw new SignerRefused('NOT_APPROVED', `${order.id} was taken over`);
  if ((order.kind === 'SWEEP') !== (order.fromIndex !== null))
    throw new SignerRefused('BAD_ADDRESS', `${order.id}: pays from elsewhere`);
  switch (order.kind) {
    case 'WITHDRAWAL':
      return withdrawal(order);
    case 'SWEEP':
      return sweep(options, chain, order);
    case 'GAS':
      return gas(options, chain, order);
    case 'COLD':
      return cold(options, chain, order);
    default:
      throw new SignerRefused('BAD_SEAL', `${order.id}: kind`);
  }
}

function withdrawal(order: FoundOrder): Judged {
  const { withdrawal: approved } = order;
  if (!approved || !APPROVED.has(approved.state))
    throw new SignerRefused('NOT_APPROVED', `${order.id}: its withdrawal is ${approved?.state ?? 'unknown'}`);
  if (approved.approvals < approved.neededApprovals)
    throw new SignerRefused('NOT_APPROVED', `${order.id}: approvals are missing`);
  const agreed =
    approved.userId === order.userId &&
    approved.asset === order.asset &&
    approved.tokenType === order.tokenType &&
    approved.address === order.address &&
    approved.tag === order.tag &&
    approved.fee === order.fee &&
    approved.amount - approved.fee === order.amount;
  if (!agreed) throw new SignerRefused('NOT_APPROVED', `${order.id}: not what was approved`);
  return { from: { branch: 'hot' }, payment: paymentOf(order), leaves: true };
}

function sweep({ keys }: JudgeOptions, chain: Chain, order: FoundOrder): Judged {
  const hot = keys.hot(chain);
  const { family, oneAccount } = CHAIN_INFO[chain];
  if (hot === null || order.address !== hot || order.tag !== '' || oneAccount || family === 'UTXO')
    throw new SignerRefused('BAD_ADDRESS', `${order.id}: sweeps go to the hot address alone`);
  const index = Number.parseInt(String(order.fromIndex), 10);
  return { from: { branch: 'deposit', index }, payment: { ...paymentOf(order), to: hot }, leaves: false };
}

async function gas({ keys, keyIndexOf }: JudgeOptions, chain: Chain, order: FoundOrder): Promise<Judged> {
  const { family, coin, oneAccount } = CHAIN_INFO[chain];
  const index = await keyIndexOf(chain, order.address);
  const own = index === null || oneAccount ? null : keys.senderOf(chain, { branch: 'deposit', index });
  if (own === null || own !== order.address || order.tag !== '' || family === 'UTXO')
    throw new SignerRefused('BAD_ADDRESS', `${order.id}: gas goes to deposit addresses alone`);
  if (order.asset !== coin || order.amount > mostGas(chain))
    throw new SignerRefused('BAD_PLAN', `${order.id}: too much gas`);
  return { from: { branch: 'hot' }, payment: { ...paymentOf(order), to: own }, leaves: false };
}

function cold({ keys }: JudgeOptions, chain: Chain, order: FoundOrder): Judged {
  const to = keys.cold(chain);
  if (to === null || order.address !== to || order.tag !== '')
    throw new SignerRefused('BAD_ADDRESS', `${order.id}: not the cold address`);
  return { from: { branch: 'hot' }, payment: { ...paymentOf(order), to }, leaves: false };
}

const paymentOf = ({ address, tag, asset, tokenType, amount }: FoundOrder): ChainPayment => ({
  to: address,
  tag: tag === '' ? null : tag,
  asset,
  tokenType,
  amount,
});

/** Whether both name the same place; one address may be written in more than one way. */
export function sameAddress(asset: Asset, tokenType: string, a: string, b: string): boolean {
  if (a === b) return true;
  const read = (text: string) => readAddress(asset, tokenType, text)?.address ?? null;
  const known = read(a);
  return known !== null && known === read(b);
}
