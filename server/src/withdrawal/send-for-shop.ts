import { type Asset, amountOf, Refusal } from '@sarraf/domain';
import type { Kit } from './deps.ts';
import { refuseHeld } from './judge-withdrawal.ts';
import { refuseOverLimit, reviewOf, worthOf } from './limits.ts';
import { limitsOf } from './person-limits.ts';
import { findPlaces, insertPlace, isReleased, type OpenPlace } from './place-store.ts';
import { planOf, planText } from './plan.ts';
import { sealPlace } from './plan-seal.ts';
import { type Intent, networkOf, readPlace, refuseBounds, refuseOurs } from './read-intent.ts';
import { lockPerson } from './request-withdrawal.ts';
import { settlePlace } from './settle-place.ts';
import type { ShopOwner, ShopSending, ShopSendingTerms } from './types.ts';

export async function shopTerms(
  kit: Kit,
  { userId, level }: ShopOwner,
  asset: Asset,
  tokenType: string,
): Promise<ShopSendingTerms> {
  const { fee, min, max } = networkOf(kit, asset, tokenType);
  const { perDay } = await limitsOf(kit.db, userId, level, kit.now());
  return { fee, min, max, perDay };
}

/**
 * Withdraws what a shop's settlement bought: network, bounds, holds, the kill switch, limits by level and review by staff
 * are those of any withdrawal. The code was asked for when the place was set, and the place is a day old or the first;
 * so neither a code nor the address book is asked here. What was asked for with this id before is finished, not repeated.
 *
 * WITHDRAWAL_NOT_AVAILABLE, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, OWN_ADDRESS, WITHDRAWAL_HOLD, WITHDRAWALS_STOPPED,
 * DAILY_LIMIT, Invalid Token (the owner is blocked), NOT_AUTHORIZED, SERVICE_UNAVAILABLE.
 */
export async function sendForShop(kit: Kit, sending: ShopSending): Promise<'MADE' | 'RELEASED'> {
  const [known] = await findPlaces(kit.db, [sending.id]);
  const place = known ?? (await takePlace(kit, sending, await readShopIntent(kit, sending)));
  try {
    await settlePlace(kit, place);
    return 'MADE';
  } catch (error) {
    // The ledger has said so for good, or nobody knows: only it can tell which.
    if (error instanceof Refusal && (await isReleased(kit.db, sending.id))) return 'RELEASED';
    throw error;
  }
}

async function readShopIntent(kit: Kit, sending: ShopSending): Promise<Intent> {
  const network = networkOf(kit, sending.asset, sending.tokenType);
  refuseBounds(network, sending.amount);
  const place = readPlace(network, sending.address, sending.tag);
  await refuseOurs(kit, network, place);
  if ((await kit.custody.stopped()) !== null) throw new Refusal('WITHDRAWALS_STOPPED');
  const { asset, tokenType, fee } = network;
  return { userId: sending.userId, asset, tokenType, amount: amountOf(sending.amount), fee, ...place };
}

/** The place in the limits; whoever else asks for the same id gets the same. */
const takePlace = (kit: Kit, { id, companyId }: ShopSending, intent: Intent): Promise<OpenPlace> =>
  kit.db.transaction().execute(async (tx) => {
    const user = await lockPerson(kit, tx, intent);
    const [known] = await findPlaces(tx, [id]);
    if (known) return known;
    refuseHeld(kit, user.withdrawalsHeldUntil);
    const worth = worthOf(kit, intent);
    const together = await refuseOverLimit(kit, tx, user.id, user.level, worth);
    const review = await reviewOf(kit, tx, intent, { worth, together });
    const plan = planText(
      planOf(intent, review, {
        id,
        companyId,
        addressEncrypted: null,
        tomanValue: worth,
        promisedAt: null,
        label: null,
        createdAt: kit.now(),
      }),
    );
    const place = sealPlace(kit, { id, userId: user.id, plan, key: null });
    await insertPlace(tx, {
      ...place,
      asset: intent.asset,
      amount: intent.amount,
      tomanValue: worth ?? 0n,
      reviewed: review.approvals > 0,
      createdAt: kit.now(),
    });
    return place;
  });
