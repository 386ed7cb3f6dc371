import { AppError } from '@sarraf/domain';
import type { BodyOf, requestWithdrawal as contract } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { findAddressBookEntry } from './address-book/book-store.ts';
import type { WithdrawalContext } from './deps.ts';
import {
  assertAccountNotHeld,
  assertDestinationAllowed,
  assertDestinationSaved,
  assertWithdrawalAllowed,
} from './limits/assert-allowed.ts';
import {
  determineReview,
  enforceKeyLimit,
  enforceLimits,
  requiresSmsCode,
  tomanValueOf,
} from './limits/limits.ts';
import { computeIntentDigest, validateIntent, type WithdrawalIntent } from './read-intent.ts';
import { createWithdrawalPlan, serializePlan } from './reservations/plan.ts';
import { sealReservation } from './reservations/plan-seal.ts';
import {
  claimRequestKey,
  deleteRequestKey,
  findOpenReservation,
  findRequestKey,
  insertReservation,
  type RequestKey,
  type Reservation,
} from './reservations/reservation-store.ts';
import { settleReservation, type WithdrawalReply } from './reservations/settle-reservation.ts';
import { computeShebaDigest, encryptForReservation } from './sheba.ts';
import { isToman } from './withdrawal.ts';

type Body = BodyOf<typeof contract>;

/** The codes that confirm a withdrawal: they were sent for exactly this one. */
export interface ConfirmationCodes {
  code: string;
  smsCode: string | undefined;
}

/** Returns null if a key that may withdraw replaces the codes. BAD_REQUEST: a user sent none. */
export function requireCodes(
  { program }: Caller,
  { code, smsCode }: { code?: string | undefined; smsCode?: string | undefined },
): ConfirmationCodes | null {
  if (program) return null;
  if (code === undefined) throw new AppError('BAD_REQUEST', { errors: ['code'] });
  return { code, smsCode };
}

/**
 * Withdraws what a code was sent for. First, in one transaction, the key is claimed, the limits are checked under
 * their locks, the code is used up and the reservation is inserted; then the ledger blocks the money and creates
 * the withdrawal. After a crash between the two, a repeat with the key finishes the reservation, or the sweep frees
 * it.
 *
 * A program's key replaces the codes: refusals of `authorizeProgramKey`, ADDRESS_NOT_ALLOWED (`until`), DAILY_LIMIT
 * (`of`: API_KEY). Those of `validateIntent` and `assertWithdrawalAllowed`, then DAILY_LIMIT (`left`), Incorrect OTP,
 * Code Expired, SMS_CODE_NEEDED, TOO_MANY_REQUESTS (`retryAfter`), IDEMPOTENCY_KEY_REUSED, SERVICE_UNAVAILABLE (a
 * repeat with the key returns the outcome).
 */
export async function requestWithdrawal(
  context: WithdrawalContext,
  caller: Caller,
  body: Body,
  idempotency: { key: string; digest: string } | null,
): Promise<WithdrawalReply> {
  const codes = requireCodes(caller, body);
  const key = idempotency && { owner: caller.userId, ...idempotency };
  const earlier = key && (await findEarlierReply(context, key));
  if (earlier) return earlier;
  const intent = await validateIntent(context, caller.userId, body);
  const reservation = await reserveWithdrawal(context, caller, intent, codes, key);
  if (reservation !== 'KEY_TAKEN') return settleReservation(context, reservation);
  return (
    (key && (await findEarlierReply(context, key))) ?? requestWithdrawal(context, caller, body, idempotency)
  );
}

/**
 * Makes all checks of a withdrawal, whether its coins are there or yet to be bought: holds, limits and codes, which
 * are used up, and inserts the reservation. The caller then has the ledger settle it.
 */
export async function reserveWithdrawal(
  context: WithdrawalContext,
  caller: Caller,
  intent: WithdrawalIntent,
  codes: ConfirmationCodes | null,
  key: RequestKey | null,
): Promise<Reservation | 'KEY_TAKEN'> {
  await assertWithdrawalAllowed(context, intent, {
    withdrawalsHeldUntil: caller.heldUntil === 0 ? null : new Date(caller.heldUntil),
    frozenAt: caller.frozen ? context.now() : null,
  });
  const outcome = await insertSealedReservation(context, caller, intent, codes, key);
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/**
 * Returns the reply to the first request with this idempotency key, settling it if necessary; null: there was none,
 * or it failed. IDEMPOTENCY_KEY_REUSED.
 */
export async function findEarlierReply(
  context: WithdrawalContext,
  key: RequestKey,
): Promise<WithdrawalReply | null> {
  const found = await findRequestKey(context.db, key);
  if (!found) return null;
  if (found.digest !== key.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (found.reply !== '') return JSON.parse(found.reply) as WithdrawalReply;
  const reservation = await findOpenReservation(context.db, key);
  // The ledger may have replied between the two reads: then the key has its reply, or is free.
  return reservation ? settleReservation(context, reservation) : findEarlierReply(context, key);
}

/**
 * Makes all checks that must hold together, in one transaction; a wrong code commits its failed attempt and nothing
 * else.
 */
async function insertSealedReservation(
  context: WithdrawalContext,
  caller: Caller,
  intent: WithdrawalIntent,
  codes: ConfirmationCodes | null,
  key: RequestKey | null,
): Promise<Reservation | 'KEY_TAKEN' | AppError> {
  const promisedAt = isToman(intent) ? await context.promisePayout(context.now()) : null;
  return context.db.transaction().execute(async (tx) => {
    if (key && !(await claimRequestKey(tx, key, key.digest))) return 'KEY_TAKEN';
    const user = await lockAuthorizedUser(context, tx, caller);
    assertAccountNotHeld(context, user);
    await assertDestinationAllowed(context, tx, intent);
    const tomanValue = tomanValueOf(context, intent);
    const dayTotal = await enforceLimits(context, tx, user.id, user.level, tomanValue);
    const proof = codes && {
      digest: computeIntentDigest(context, intent),
      smsToo: await requiresSmsCode(tx, dayTotal),
      ...codes,
    };
    const programKeyId =
      proof === null ? await authorizeProgramKey(context, tx, caller, intent, tomanValue) : null;
    const refusal = proof && (await context.intents.prove(tx, caller, proof));
    if (refusal) {
      if (key) await deleteRequestKey(tx, key);
      return refusal;
    }
    const review = await determineReview(context, tx, intent, { worth: tomanValue, together: dayTotal });
    const row = { id: newId(), userId: user.id };
    const sheba = isToman(intent) ? intent.place : null;
    const plan = serializePlan(
      createWithdrawalPlan(intent, review, {
        id: row.id,
        addressDigest: sheba === null ? null : computeShebaDigest(context, row, sheba),
        tomanValue: tomanValue,
        promisedAt,
        label: isToman(intent) ? null : ((await findAddressBookEntry(tx, user.id, intent))?.label ?? null),
        companyId: null,
        programKeyId,
        createdAt: context.now(),
      }),
    );
    const reservation = sealReservation(context, {
      ...row,
      plan,
      key: key?.key ?? null,
      addressEncrypted: sheba === null ? null : encryptForReservation(context, row, sheba),
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
}

/**
 * Authorizes a program key. It confirms nothing on its own: it only reaches addresses that its owner confirmed with
 * password and second factor, and only a day after that, within the limit that they set for it. Shebas are the
 * user's own and verified. Returns the key's id.
 */
async function authorizeProgramKey(
  context: WithdrawalContext,
  tx: Tx,
  caller: Caller,
  intent: WithdrawalIntent,
  tomanValue: bigint | null,
): Promise<string> {
  const key = await context.people.authorizeWithdrawingKey(tx, caller);
  if (!isToman(intent)) await assertDestinationSaved(context, tx, intent);
  await enforceKeyLimit(context, tx, caller.userId, key, tomanValue);
  return key.id;
}

/** Reads the user's current row under a lock: sessions are cached for some seconds. */
export async function lockAuthorizedUser(
  context: WithdrawalContext,
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
): Promise<User> {
  const user = await context.people.lock(tx, userId);
  if (user === null || user.blockedAt !== null) throw new AppError('Invalid Token');
  if (user.authenticationType !== 'AUTHORIZED') throw new AppError('NOT_AUTHORIZED');
  return user;
}
