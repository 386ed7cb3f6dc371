import {
  type Amount,
  AppError,
  type Asset,
  findNetwork,
  fitsDecimals,
  isAsset,
  isSheba,
  onlyDigits,
  parseAmount,
  pausablesForCoin,
  pausablesForFeature,
  pow10,
  resolveDestination,
  scaleOf,
  toLatinDigits,
} from '@sarraf/domain';
import type { BodyOf, sendCode } from '@sarraf/domain/contracts';
import type { WithdrawalContext } from './deps.ts';
import { isToman } from './withdrawal.ts';

type Body = BodyOf<typeof sendCode>;

/** A withdrawal as somebody means it; amounts are smallest units. */
export interface WithdrawalIntent {
  userId: string;
  asset: Asset;
  tokenType: string;
  /** What leaves the wallet; the fee is part of it. */
  amount: Amount;
  fee: bigint;
  /** In the form we keep; the 24 digits of a Sheba. */
  place: string;
  /** What is shown and stored in clear: the address, or the masked Sheba. */
  address: string;
  /** '' for none. */
  tag: string;
  bankAccountId: string | null;
}

/** What holds for one coin on one network, or for Toman. */
export interface WithdrawalNetwork {
  asset: Asset;
  tokenType: string;
  fee: bigint;
  min: bigint;
  max: bigint;
}

/**
 * The network that is meant; a coin that has one alone needs no name of it.
 * You Dont Have This Coin Wallet; WITHDRAWAL_NOT_AVAILABLE: nothing leaves by it now.
 */
export function withdrawalNetworkOf(
  context: WithdrawalContext,
  coin: string,
  tokenType: string | undefined,
): WithdrawalNetwork {
  if (!isAsset(coin)) throw new AppError('You Dont Have This Coin Wallet');
  if (coin === 'TOMAN') return tomanNetwork(context, tokenType);
  const { networks } = context.market.coin(coin);
  const chosen = tokenType ?? (networks.length === 1 ? networks[0]?.tokenType : undefined);
  const network = networks.find((candidate) => candidate.tokenType === chosen);
  const found = network && findNetwork(coin, network.tokenType);
  if (!network || !found) throw new AppError('You Dont Have This Coin Wallet');
  if (!network.withdrawEnabled || !context.chains.has(found.chain))
    throw new AppError('WITHDRAWAL_NOT_AVAILABLE');
  const { withdrawalFee: fee, minWithdraw: min, maxWithdraw: max } = network;
  return { asset: coin, tokenType: network.tokenType, fee, min, max };
}

function tomanNetwork(context: WithdrawalContext, tokenType: string | undefined): WithdrawalNetwork {
  if (tokenType !== undefined && tokenType !== 'TOMAN') throw new AppError('You Dont Have This Coin Wallet');
  const { withdrawalFee: fee, minWithdraw: min, maxWithdraw: max } = context.market.coin('TOMAN');
  if (fee === undefined || min === undefined || max === undefined)
    throw new AppError('WITHDRAWAL_NOT_AVAILABLE');
  return { asset: 'TOMAN', tokenType: 'TOMAN', fee, min, max };
}

/**
 * Reads a request in the order of requirements §5.7 and §5.8: network, amount, balance, maximum, minimum, address.
 * `bought`: the coins are bought before they leave, so the balance says nothing yet.
 *
 * You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE, PAUSED, UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED, Not Enough Balance,
 * NOT_ENOUGH_BALANCE_TOMAN, AMOUNT_IS_HIGH, AMOUNT_IS_LOW, INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS,
 * SHEBA_NOT_VERIFIED.
 */
export async function readIntent(
  context: WithdrawalContext,
  userId: string,
  body: Omit<Body, 'bought'>,
  { bought = false }: { bought?: boolean } = {},
): Promise<WithdrawalIntent> {
  const network = withdrawalNetworkOf(context, body.relatedCoin, body.tokenType);
  const feature = isToman(network) ? 'TOMAN_WITHDRAWAL' : 'COIN_WITHDRAWAL';
  context.refusePaused(
    [...pausablesForFeature(feature), ...pausablesForCoin(network.asset)],
    context.clock.now(),
  );
  const amount = readAmount(network, body.amount);
  if (!bought && (await context.spendable(userId, network.asset)) < amount) throw notEnough(network.asset);
  refuseBounds(network, amount);
  const fullAddress = isToman(network)
    ? await readSheba(context, userId, body.destinationWalletAddress)
    : await readCoinDestination(context, network, body.destinationWalletAddress, body.tag);
  return {
    userId,
    asset: network.asset,
    tokenType: network.tokenType,
    amount,
    fee: network.fee,
    ...fullAddress,
  };
}

export const notEnough = (asset: Asset): AppError =>
  new AppError(asset === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance');

/** Banks pay whole Toman; coins leave with the digits that people order. */
function readAmount({ asset }: WithdrawalNetwork, text: string | number): Amount {
  const amount = parseAmount(text, asset);
  const fits = asset === 'TOMAN' ? amount % pow10(scaleOf('TOMAN')) === 0n : fitsDecimals(amount, asset);
  if (!fits) throw new AppError('AMOUNT_NOT_ALLOWED');
  return amount;
}

export function refuseBounds({ fee, min, max }: WithdrawalNetwork, amount: bigint): void {
  if (amount > max) throw new AppError('AMOUNT_IS_HIGH');
  if (amount < min || amount <= fee) throw new AppError('AMOUNT_IS_LOW');
}

export type Destination = Pick<WithdrawalIntent, 'place' | 'address' | 'tag' | 'bankAccountId'>;

/** INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS. */
export async function readCoinDestination(
  context: WithdrawalContext,
  network: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  address: string,
  tag: string | undefined,
): Promise<Destination> {
  const place = readDestination(network, address, tag);
  await refuseOwnAddress(context, network, place);
  return place;
}

/** INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH. */
export function readDestination(
  { asset, tokenType }: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  address: string,
  tag: string | undefined,
): Destination {
  const read = resolveDestination(asset, tokenType, { address, tag: tag ?? '' });
  if (read.fault !== null) throw new AppError(read.fault);
  return { place: read.address, address: read.address, tag: read.tag ?? '', bankAccountId: null };
}

/** OWN_ADDRESS: what is sent to ourselves would come back without its fee. */
export async function refuseOwnAddress(
  context: WithdrawalContext,
  { asset, tokenType }: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  { address }: Destination,
): Promise<void> {
  if (await context.custody.isOurs(asset, tokenType, address)) throw new AppError('OWN_ADDRESS');
}

/** The Sheba whole, with or without IR, masked as it is listed, or the id of its bank account. */
async function readSheba(context: WithdrawalContext, userId: string, text: string): Promise<Destination> {
  const typed = toLatinDigits(text).replace(/[\s-]/g, '');
  const digits = onlyDigits(typed.replace(/^IR/i, ''));
  if (typed === '') throw new AppError('INVALID_ADDRESS');
  const own = (await context.verifiedShebas(userId)).filter(
    ({ id, masked, number }) => number === digits || masked === typed || id === text.trim(),
  );
  const [sheba] = own;
  if (sheba === undefined) throw new AppError(isSheba(digits) ? 'SHEBA_NOT_VERIFIED' : 'INVALID_ADDRESS');
  // A mask that fits two accounts names neither.
  if (own.some(({ number }) => number !== sheba.number)) throw new AppError('SHEBA_NOT_VERIFIED');
  return { place: sheba.number, address: sheba.masked, tag: '', bankAccountId: sheba.id };
}

/** What a code is bound to: every field that says where how much goes, and the fee that was shown with it. */
export const intentDigest = (context: WithdrawalContext, intent: WithdrawalIntent): Buffer =>
  context.secrets.blindIndex(
    'withdrawal intent',
    JSON.stringify([
      intent.userId,
      intent.asset,
      intent.tokenType,
      intent.amount.toString(),
      intent.fee.toString(),
      intent.place,
      intent.tag,
    ]),
  );
