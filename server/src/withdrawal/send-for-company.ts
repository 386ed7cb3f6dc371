import { AppError, type Asset, amountOf, pausablesForCoin } from '@sarraf/domain';
import type { WithdrawalContext } from './deps.ts';
import { assertAccountNotHeld } from './limits/assert-allowed.ts';
import { determineReview, enforceLimits, tomanValueOf } from './limits/limits.ts';
import { readEffectiveLimits } from './limits/person-limits.ts';
import {
  assertAmountWithinBounds,
  assertForeignAddress,
  getWithdrawalNetwork,
  parseDestination,
  type WithdrawalIntent,
} from './read-intent.ts';
import { lockAuthorizedUser } from './request-withdrawal.ts';
import { createWithdrawalPlan, serializePlan } from './reservations/plan.ts';
import { sealReservation } from './reservations/plan-seal.ts';
import {
  findReservations,
  insertReservation,
  isReservationReleased,
  type Reservation,
} from './reservations/reservation-store.ts';
import { settleReservation } from './reservations/settle-reservation.ts';
import type { CompanySender, CompanySendingTerms, CompanyWithdrawal } from './types.ts';

export async function readCompanyTerms(
  context: WithdrawalContext,
  { userId, level }: CompanySender,
  asset: Asset,
  tokenType: string,
): Promise<CompanySendingTerms> {
  const { fee, min, max } = getWithdrawalNetwork(context, asset, tokenType);
  const { perDay } = await readEffectiveLimits(context.db, userId, level, context.now());
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
  const [existing] = await findReservations(context.db, [sending.id]);
  const reservation =
    existing ?? (await insertReservationOnce(context, sending, await readCompanyIntent(context, sending)));
  try {
    await settleReservation(context, reservation);
    return 'MADE';
  } catch (error) {
    // Either the ledger refused it for good, or the outcome is unknown: only the ledger's row can tell.
    if (error instanceof AppError && (await isReservationReleased(context.db, sending.id))) return 'RELEASED';
    throw error;
  }
}

async function readCompanyIntent(
  context: WithdrawalContext,
  sending: CompanyWithdrawal,
): Promise<WithdrawalIntent> {
  const network = getWithdrawalNetwork(context, sending.asset, sending.tokenType);
  context.refusePaused(pausablesForCoin(network.asset), context.clock.now());
  assertAmountWithinBounds(network, sending.amount);
  const destination = parseDestination(network, sending.address, sending.tag);
  await assertForeignAddress(context, network, destination);
  if ((await context.custody.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
  const { asset, tokenType, fee } = network;
  return { userId: sending.userId, asset, tokenType, amount: amountOf(sending.amount), fee, ...destination };
}

/** Inserts the reservation; another caller with the same id gets the same one. */
const insertReservationOnce = (
  context: WithdrawalContext,
  { id, companyId }: CompanyWithdrawal,
  intent: WithdrawalIntent,
): Promise<Reservation> =>
  context.db.transaction().execute(async (tx) => {
    const user = await lockAuthorizedUser(context, tx, intent);
    const [existing] = await findReservations(tx, [id]);
    if (existing) return existing;
    assertAccountNotHeld(context, user);
    const tomanValue = tomanValueOf(context, intent);
    const dayTotal = await enforceLimits(context, tx, user.id, user.level, tomanValue);
    const review = await determineReview(context, tx, intent, { worth: tomanValue, together: dayTotal });
    const plan = serializePlan(
      createWithdrawalPlan(intent, review, {
        id,
        companyId,
        addressDigest: null,
        tomanValue: tomanValue,
        promisedAt: null,
        label: null,
        programKeyId: null,
        createdAt: context.now(),
      }),
    );
    const reservation = sealReservation(context, {
      id,
      userId: user.id,
      plan,
      key: null,
      addressEncrypted: null,
    });
    await insertReservation(tx, {
      ...reservation,
      asset: intent.asset,
      amount: intent.amount,
      tomanValue: tomanValue ?? 0n,
      reviewed: review.approvals > 0,
      createdAt: context.now(),
    });
    return reservation;
  });
