import { amountOf, Refusal } from '@sarraf/domain';
import type { Caller } from '../../platform/http/http.ts';
import { findSavedAddresses } from '../address-book/book-store.ts';
import type { WithdrawalContext } from '../deps.ts';
import {
  type Intent,
  readDestination,
  refuseBounds,
  refuseOurs,
  withdrawalNetworkOf,
} from '../read-intent.ts';
import { earlierReply, withdraw } from '../request-withdrawal.ts';
import type { BoughtCoins } from '../types.ts';
import { judgeWithdrawal } from './judge-withdrawal.ts';
import { isSmsWorth, refuseOverLimit, worthOf } from './limits.ts';

/**
 * Whether coins that are about to be bought could leave then, so that nothing is bought in vain.
 *
 * As a withdrawal; ADDRESS_NOT_ALLOWED: not in the person's book; SMS_CODE_NEEDED: so much needs a code, and none can be
 * entered here.
 */
export async function checkBought(
  context: WithdrawalContext,
  caller: Caller,
  coins: BoughtCoins,
): Promise<void> {
  const intent = await readBought(context, caller.userId, coins);
  const user = await context.people.find(caller.userId);
  if (user === null) throw new Refusal('Invalid Token');
  await judgeWithdrawal(context, intent, { proof: 'BOOK', heldUntil: user.withdrawalsHeldUntil });
  const together = await refuseOverLimit(context, context.db, user.id, user.level, worthOf(context, intent));
  if (await isSmsWorth(context.db, together)) throw new Refusal('SMS_CODE_NEEDED');
}

/** Withdraws what an order bought: the order's id is the key, so that it happens once however often it is asked for. */
export async function sendBought(
  context: WithdrawalContext,
  caller: Caller,
  orderId: string,
  coins: BoughtCoins,
): Promise<void> {
  const key = { owner: caller.userId, key: `bought ${orderId}`, digest: 'bought' };
  if (await earlierReply(context, key)) return;
  await withdraw(context, caller, await readBought(context, caller.userId, coins), { by: 'BOOK' }, key);
}

/** The tag is the one that the address was saved with; where it was saved with several, none of them is meant. */
async function readBought(
  context: WithdrawalContext,
  userId: string,
  { asset, tokenType, amount, address }: BoughtCoins,
): Promise<Intent> {
  const network = withdrawalNetworkOf(context, asset, tokenType);
  refuseBounds(network, amount);
  const place = readDestination(network, address, undefined);
  const saved = await findSavedAddresses(context.db, userId, { ...network, address: place.address });
  const [entry] = place.tag === '' ? saved : saved.filter(({ tag }) => tag === place.tag);
  if (!entry || (place.tag === '' && saved.length > 1)) throw new Refusal('ADDRESS_NOT_ALLOWED');
  await refuseOurs(context, network, place);
  return {
    userId,
    asset: network.asset,
    tokenType: network.tokenType,
    amount: amountOf(amount),
    fee: network.fee,
    ...place,
    tag: entry.tag,
  };
}
