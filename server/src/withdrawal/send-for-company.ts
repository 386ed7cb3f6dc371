import { AppError, type Asset, amountOf, pausablesForCoin } from '@sarraf/domain';
import type { WithdrawalContext } from './deps.ts';
import { refuseHeldAccount } from './limits/judge-withdrawal.ts';
import { refuseOverLimit, reviewOf, worthOf } from './limits/limits.ts';
import { limitsOf } from './limits/person-limits.ts';
import {
  readDestination,
  refuseBounds,
  refuseOwnAddress,
  type WithdrawalIntent,
  withdrawalNetworkOf,
} from './read-intent.ts';
import { lockPerson } from './request-withdrawal.ts';
import { planOf, planText } from './reservations/plan.ts';
import { sealReservation } from './reservations/plan-seal.ts';
import {
  findReservations,
  insertReservation,
  isReleased,
  type Reservation,
} from './reservations/reservation-store.ts';
import { settleReservation } from './reservations/settle-reservation.ts';
import type { CompanySender, CompanySendingTerms, CompanyWithdrawal } from './types.ts';

export async function companyTerms(
  context: WithdrawalContext,
  { userId, level }: CompanySender,
  asset: Asset,
  tokenType: string,
): Promise<CompanySendingTerms> {
  const { fee, min, max } = withdrawalNetworkOf(context, asset, tokenType);
  const { perDay } = await limitsOf(context.db, userId, level, context.now());
  return { fee, min, max, perDay };
}

/**
 * Withdraws coins that a company's settlement bought: network, bounds, holds, the kill switch, limits by level and
 * review by staff apply as to any withdrawal. A code was required when the destination was set, and the destination
 * is a day old or the first one; so neither a code nor the address book is checked here. Idempotent by id.
 *
 * WITHDRAWAL_NOT_AVAILABLE, PAUSED, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, OWN_ADDRESS, ACCOUNT_FROZEN, WITHDRAWAL_HOLD,
 * WITHDRAWALS_STOPPED, DAILY_LIMIT, Invalid Token (the owner is blocked), NOT_AUTHORIZED, SERVICE_UNAVAILABLE.
 */
export async function sendForCompany(
  context: WithdrawalContext,
  sending: CompanyWithdrawal,
): Promise<'MADE' | 'RELEASED'> {
  const [known] = await findReservations(context.db, [sending.id]);
  const place = known ?? (await takePlace(context, sending, await readCompanyIntent(context, sending)));
  try {
    await settleReservation(context, place);
    return 'MADE';
  } catch (error) {
    // Either the ledger refused it for good, or the outcome is unknown: only the ledger's row can tell.
    if (error instanceof AppError && (await isReleased(context.db, sending.id))) return 'RELEASED';
    throw error;
  }
}

async function readCompanyIntent(
  context: WithdrawalContext,
  sending: CompanyWithdrawal,
): Promise<WithdrawalIntent> {
  const network = withdrawalNetworkOf(context, sending.asset, sending.tokenType);
  context.refusePaused(pausablesForCoin(network.asset), context.clock.now());
  refuseBounds(network, sending.amount);
  const place = readDestination(network, sending.address, sending.tag);
  await refuseOwnAddress(context, network, place);
  if ((await context.custody.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
  const { asset, tokenType, fee } = network;
  return { userId: sending.userId, asset, tokenType, amount: amountOf(sending.amount), fee, ...place };
}

/** Inserts the reservation; another caller with the same id gets the same one. */
const takePlace = (
  context: WithdrawalContext,
  { id, companyId }: CompanyWithdrawal,
  intent: WithdrawalIntent,
): Promise<Reservation> =>
  context.db.transaction().execute(async (tx) => {
    const user = await lockPerson(context, tx, intent);
    const [known] = await findReservations(tx, [id]);
    if (known) return known;
    refuseHeldAccount(context, user);
    const worth = worthOf(context, intent);
    const together = await refuseOverLimit(context, tx, user.id, user.level, worth);
    const review = await reviewOf(context, tx, intent, { worth, together });
    const plan = planText(
      planOf(intent, review, {
        id,
        companyId,
        addressDigest: null,
        tomanValue: worth,
        promisedAt: null,
        label: null,
        createdAt: context.now(),
      }),
    );
    const place = sealReservation(context, { id, userId: user.id, plan, key: null, addressEncrypted: null });
    await insertReservation(tx, {
      ...place,
      asset: intent.asset,
      amount: intent.amount,
      tomanValue: worth ?? 0n,
      reviewed: review.approvals > 0,
      createdAt: context.now(),
    });
    return place;
  });
