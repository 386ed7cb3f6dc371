import {
  type Amount,
  AppError,
  type Asset,
  extractDigits,
  findNetwork,
  hasOrderPrecision,
  isAsset,
  isSheba,
  parseAmount,
  pausablesForCoin,
  pausablesForFeature,
  pow10,
  resolveDestination,
  scaleOf,
  toLatinDigits,
} from '@sarraf/domain';
import type { BodyOf, sendWithdrawalCode } from '@sarraf/domain/contracts';
import type { WithdrawalContext } from './deps.ts';
import { isToman } from './withdrawal.ts';

type Body = BodyOf<typeof sendWithdrawalCode>;

/** A withdrawal as the user requested it; amounts are smallest units. */
export interface WithdrawalIntent {
  userId: string;
  asset: Asset;
  tokenType: string;
  /** Amount debited from the wallet, fee included. */
  amount: Amount;
  fee: bigint;
  /** In canonical form; the 24 digits of a Sheba. */
  place: string;
  /** Shown and stored unencrypted: the address, or the masked Sheba. */
  address: string;
  /** Empty if there is no tag. */
  tag: string;
  bankAccountId: string | null;
}

/** Withdrawal terms of one coin on one network, or of Toman. */
export interface WithdrawalNetwork {
  asset: Asset;
  tokenType: string;
  fee: bigint;
  min: bigint;
  max: bigint;
}

/**
 * Returns the requested network, which may be omitted for a coin that has only one. You Dont Have This Coin Wallet;
 * WITHDRAWAL_NOT_AVAILABLE: the network takes no withdrawals now.
 */
export function getWithdrawalNetwork(
  context: WithdrawalContext,
  coin: string,
  tokenType: string | undefined,
): WithdrawalNetwork {
  if (!isAsset(coin)) throw new AppError('You Dont Have This Coin Wallet');
  if (coin === 'TOMAN') return getTomanNetwork(context, tokenType);
  const { networks } = context.market.coin(coin);
  const chosenTokenType = tokenType ?? (networks.length === 1 ? networks[0]?.tokenType : undefined);
  const network = networks.find((candidate) => candidate.tokenType === chosenTokenType);
  const knownNetwork = network && findNetwork(coin, network.tokenType);
  if (!network || !knownNetwork) throw new AppError('You Dont Have This Coin Wallet');
  if (!network.withdrawEnabled || !context.chains.has(knownNetwork.chain))
    throw new AppError('WITHDRAWAL_NOT_AVAILABLE');
  const { withdrawalFee: fee, minWithdraw: min, maxWithdraw: max } = network;
  return { asset: coin, tokenType: network.tokenType, fee, min, max };
}

function getTomanNetwork(context: WithdrawalContext, tokenType: string | undefined): WithdrawalNetwork {
  if (tokenType !== undefined && tokenType !== 'TOMAN') throw new AppError('You Dont Have This Coin Wallet');
  const { withdrawalFee: fee, minWithdraw: min, maxWithdraw: max } = context.market.coin('TOMAN');
  if (fee === undefined || min === undefined || max === undefined)
    throw new AppError('WITHDRAWAL_NOT_AVAILABLE');
  return { asset: 'TOMAN', tokenType: 'TOMAN', fee, min, max };
}

/**
 * Validates a request in the order of requirements §5.7 and §5.8: network, amount, balance, maximum, minimum,
 * address. `bought`: the coins are bought before they are sent, so the balance isn't checked yet.
 *
 * You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE, PAUSED, UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED, Not
 * Enough Balance, NOT_ENOUGH_BALANCE_TOMAN, AMOUNT_IS_HIGH, AMOUNT_IS_LOW, INVALID_ADDRESS, INVALID_TAG,
 * TAG_MISMATCH, OWN_ADDRESS, SHEBA_NOT_VERIFIED.
 */
export async function validateIntent(
  context: WithdrawalContext,
  userId: string,
  body: Omit<Body, 'bought'>,
  { bought = false }: { bought?: boolean } = {},
): Promise<WithdrawalIntent> {
  const network = getWithdrawalNetwork(context, body.relatedCoin, body.tokenType);
  const feature = isToman(network) ? 'TOMAN_WITHDRAWAL' : 'COIN_WITHDRAWAL';
  context.refusePaused(
    [...pausablesForFeature(feature), ...pausablesForCoin(network.asset)],
    context.clock.now(),
  );
  const amount = validateAmount(network, body.amount);
  if (!bought && (await context.spendable(userId, network.asset)) < amount)
    throw insufficientBalanceError(network.asset);
  assertAmountWithinBounds(network, amount);
  const fullAddress = isToman(network)
    ? await resolveSheba(context, userId, body.destinationWalletAddress)
    : await validateCoinDestination(context, network, body.destinationWalletAddress, body.tag);
  return {
    userId,
    asset: network.asset,
    tokenType: network.tokenType,
    amount,
    fee: network.fee,
    ...fullAddress,
  };
}

export const insufficientBalanceError = (asset: Asset): AppError =>
  new AppError(asset === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance');

/** Banks pay whole Toman; coins have the decimals of their orders. */
function validateAmount({ asset }: WithdrawalNetwork, text: string | number): Amount {
  const amount = parseAmount(text, asset);
  const hasAllowedDecimals =
    asset === 'TOMAN' ? amount % pow10(scaleOf('TOMAN')) === 0n : hasOrderPrecision(amount, asset);
  if (!hasAllowedDecimals) throw new AppError('AMOUNT_NOT_ALLOWED');
  return amount;
}

export function assertAmountWithinBounds({ fee, min, max }: WithdrawalNetwork, amount: bigint): void {
  if (amount > max) throw new AppError('AMOUNT_IS_HIGH');
  if (amount < min || amount <= fee) throw new AppError('AMOUNT_IS_LOW');
}

export type Destination = Pick<WithdrawalIntent, 'place' | 'address' | 'tag' | 'bankAccountId'>;

/** INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS. */
export async function validateCoinDestination(
  context: WithdrawalContext,
  network: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  address: string,
  tag: string | undefined,
): Promise<Destination> {
  const destination = parseDestination(network, address, tag);
  await assertForeignAddress(context, network, destination);
  return destination;
}

/** INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH. */
export function parseDestination(
  { asset, tokenType }: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  address: string,
  tag: string | undefined,
): Destination {
  const parsed = resolveDestination(asset, tokenType, { address, tag: tag ?? '' });
  if (parsed.error !== null) throw new AppError(parsed.error);
  return { place: parsed.address, address: parsed.address, tag: parsed.tag ?? '', bankAccountId: null };
}

/** OWN_ADDRESS: a payment to ourselves would return without its fee. */
export async function assertForeignAddress(
  context: WithdrawalContext,
  { asset, tokenType }: Pick<WithdrawalNetwork, 'asset' | 'tokenType'>,
  { address }: Destination,
): Promise<void> {
  if (await context.custody.isOurs(asset, tokenType, address)) throw new AppError('OWN_ADDRESS');
}

/** Accepts the full Sheba with or without IR, the masked form of the list, or the id of its bank account. */
async function resolveSheba(context: WithdrawalContext, userId: string, text: string): Promise<Destination> {
  const input = toLatinDigits(text).replace(/[\s-]/g, '');
  const digits = extractDigits(input.replace(/^IR/i, ''));
  if (input === '') throw new AppError('INVALID_ADDRESS');
  const ownShebas = (await context.verifiedShebas(userId)).filter(
    ({ id, masked, number }) => number === digits || masked === input || id === text.trim(),
  );
  const [sheba] = ownShebas;
  if (sheba === undefined) throw new AppError(isSheba(digits) ? 'SHEBA_NOT_VERIFIED' : 'INVALID_ADDRESS');
  // A mask that matches two accounts is ambiguous.
  if (ownShebas.some(({ number }) => number !== sheba.number)) throw new AppError('SHEBA_NOT_VERIFIED');
  return { place: sheba.number, address: sheba.masked, tag: '', bankAccountId: sheba.id };
}

/** Digest that a code is bound to: all fields that determine destination and amount, and the fee that was shown. */
export const computeIntentDigest = (context: WithdrawalContext, intent: WithdrawalIntent): Buffer =>
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
