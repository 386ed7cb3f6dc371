import { AppError, amountOf, type ErrorCode } from '@sarraf/domain';
import type { ReplyOf, requestWithdrawal } from '@sarraf/domain/contracts';
import {
  type BalanceOf,
  type Command,
  type Decision,
  type Row,
  receiptsAccount,
  type Transfer,
  userAccount,
} from '../../ledger/index.ts';
import type { WithdrawalContext } from '../deps.ts';
import { trySendPendingNotice } from '../notify-person.ts';
import { insufficientBalanceError } from '../read-intent.ts';
import { encryptForWithdrawal } from '../sheba.ts';
import { insertWithdrawalRow } from '../store.ts';
import type { CompanyCoins } from '../types.ts';
import { isToman, type StoredWithdrawalState, toWithdrawalOrder, withdrawalDto } from '../withdrawal.ts';
import { parsePlan, type WithdrawalPlan } from './plan.ts';
import { isSealIntact } from './plan-seal.ts';
import {
  freeReservation,
  RELEASE_KEY,
  type Reservation,
  SETTLE_RESERVATION,
  STORE_KEY_REPLY,
} from './reservation-store.ts';

export type WithdrawalReply = ReplyOf<typeof requestWithdrawal>;
/** The stored outcome of a reservation that failed. */
interface RefusedReservation {
  refused: ErrorCode;
}

/**
 * Has the ledger decide a reservation: it creates the withdrawal and blocks the money, or it refuses and frees the
 * reservation and the key. Idempotent, by any process.
 *
 * Not Enough Balance, NOT_ENOUGH_BALANCE_TOMAN; SERVICE_UNAVAILABLE: the outcome is unknown yet, or the reservation
 * was tampered with and failed.
 */
export async function settleReservation(
  context: WithdrawalContext,
  reservation: Reservation,
): Promise<WithdrawalReply> {
  const replyText = await (isSealIntact(context, reservation)
    ? submitReservation(context, reservation)
    : abortReservation(context, reservation, 'SERVICE_UNAVAILABLE'));
  const reply = JSON.parse(replyText) as WithdrawalReply | RefusedReservation;
  if ('refused' in reply) {
    // One that was inserted after the coins had gone to the wallet holds no part of the limits.
    if (reply.refused === KEPT_CODE) await freeReservation(context.db, reservation.id);
    throw new AppError(reply.refused);
  }
  context.bus.publish('wallets', { userId: reservation.userId, coins: [reply.baseDTO.relatedCoin] });
  await trySendPendingNotice(context, reservation.id);
  return reply;
}

const submitReservation = (context: WithdrawalContext, reservation: Reservation): Promise<string> =>
  context.ledger
    .submit(buildCommand(context, reservation))
    .catch((error: unknown) => abortReservation(context, reservation, refusalCodeOf(error)));

/**
 * Frees a reservation unless the withdrawal was created after all: returns the ledger's outcome. One that was
 * tampered with ends as FAILED.
 */
export async function abortReservation(
  context: WithdrawalContext,
  reservation: Reservation,
  code: ErrorCode,
): Promise<string> {
  const { id, userId, key } = reservation;
  const isIntact = isSealIntact(context, reservation);
  if (!isIntact)
    context.log.error(
      { area: 'withdrawal', event: 'plan tampered with', withdrawal: id, userId },
      'not withdrawn',
    );
  return context.ledger.submit({
    accounts: [],
    // The same key as the withdrawal's own: only one of the two commands takes effect.
    idempotency: reservationIdempotency(id),
    decide: () => ({
      transfers: [],
      rows: [
        SETTLE_RESERVATION.row({ id, state: isIntact ? 'RELEASED' : 'FAILED' }),
        ...(key === null ? [] : [RELEASE_KEY.row({ key, owner: userId })]),
      ],
      reply: JSON.stringify({ refused: code } satisfies RefusedReservation),
    }),
  });
}

/** Moves a company's coins that wait to be sent to its owner's wallet instead: `Withdrawal.keepForOwner`. */
export async function moveToOwnerWallet(
  context: WithdrawalContext,
  { id, settlementId, companyId, userId, asset, amount }: CompanyCoins & { settlementId: string },
  rows: Row[],
): Promise<'KEPT' | 'MADE' | 'RELEASED'> {
  const receipts = receiptsAccount(companyId, asset);
  const spendable = userAccount(userId, asset);
  const replyText = await context.ledger.submit({
    accounts: [receipts, spendable],
    idempotency: reservationIdempotency(id),
    decide(balanceOf) {
      if (balanceOf(receipts) < amount) throw insufficientBalanceError(asset);
      return {
        transfers: [
          {
            debit: receipts,
            credit: spendable,
            amount: amountOf(amount),
            kind: 'release',
            reference: settlementId,
          },
        ],
        rows: [...rows, SETTLE_RESERVATION.row({ id, state: 'RELEASED' })],
        reply: JSON.stringify({ refused: KEPT_CODE } satisfies RefusedReservation),
      };
    },
  });
  const reply = JSON.parse(replyText) as WithdrawalReply | RefusedReservation;
  if (!('refused' in reply)) return 'MADE';
  if (reply.refused !== KEPT_CODE) return 'RELEASED';
  context.bus.publish('wallets', { userId, coins: [asset] });
  return 'KEPT';
}
/** The ledger itself refuses no withdrawal with this code. */
const KEPT_CODE = 'CONFLICT';

const reservationIdempotency = (id: string) => ({ owner: 'withdrawal', key: id, digest: id });

/** Returns a refusal of the command itself; any other error leaves the outcome unknown. */
function refusalCodeOf(error: unknown): ErrorCode {
  const isRefusal = error instanceof AppError && REFUSAL_CODES.has(error.code);
  if (!isRefusal) throw error;
  return error.code;
}
const REFUSAL_CODES: ReadonlySet<ErrorCode> = new Set(['Not Enough Balance', 'NOT_ENOUGH_BALANCE_TOMAN']);

function buildCommand(context: WithdrawalContext, { key, addressEncrypted, ...place }: Reservation): Command {
  const plan = parsePlan(place.plan);
  const spendable = userAccount(plan.userId, plan.asset);
  const blocked = userAccount(plan.userId, plan.asset, 'blocked');
  const state: StoredWithdrawalState = plan.neededApprovals > 0 ? 'REVIEW' : 'APPROVED';
  const queuesOrder = state === 'APPROVED' && !isToman(plan);
  const reply = buildReply(plan, state);
  const rows: Row[] = [
    insertWithdrawalRow(
      plan,
      state,
      addressEncrypted && encryptForWithdrawal(context, plan, addressEncrypted),
    ),
    SETTLE_RESERVATION.row({ id: plan.id, state: 'USED' }),
    ...(queuesOrder ? [context.custody.queueRow(toWithdrawalOrder(plan))] : []),
    ...(key === null ? [] : [STORE_KEY_REPLY.row({ key, owner: plan.userId, reply })]),
  ];
  const amount = amountOf(plan.amount);
  const hold = { debit: spendable, credit: blocked, amount, kind: 'hold', reference: plan.id } as const;
  const source = plan.companyId === null ? spendable : receiptsAccount(plan.companyId, plan.asset);
  const transfers: Transfer[] =
    plan.companyId === null
      ? [hold]
      : [{ debit: source, credit: spendable, amount, kind: 'release', reference: plan.companyId }, hold];
  return {
    accounts: [spendable, blocked, source],
    idempotency: reservationIdempotency(plan.id),
    decide(balanceOf: BalanceOf): Decision {
      if (balanceOf(source) < plan.amount) throw insufficientBalanceError(plan.asset);
      return { transfers, rows, reply };
    },
  };
}

const buildReply = (plan: WithdrawalPlan, state: StoredWithdrawalState): string =>
  JSON.stringify({
    status: 'OK',
    message: 'Withdrawal Request Created Successfully',
    baseDTO: withdrawalDto({ ...plan, state, reason: null, doneAt: null }, undefined, plan.label),
  } satisfies WithdrawalReply);
