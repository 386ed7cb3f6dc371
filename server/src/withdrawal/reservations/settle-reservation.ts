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
import { notEnough } from '../read-intent.ts';
import { sealForWithdrawal } from '../sheba.ts';
import { insertWithdrawal } from '../store.ts';
import type { CompanyCoins } from '../types.ts';
import { isToman, orderOf, type StoredWithdrawalState, withdrawalDto } from '../withdrawal.ts';
import { readPlan, type WithdrawalPlan } from './plan.ts';
import { isSealed } from './plan-seal.ts';
import {
  ANSWER_KEY,
  freeReservation,
  RELEASE_KEY,
  type Reservation,
  SETTLE_RESERVATION,
} from './reservation-store.ts';

export type WithdrawalReply = ReplyOf<typeof requestWithdrawal>;
/** The stored outcome of a reservation that failed. */
interface Refused {
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
  place: Reservation,
): Promise<WithdrawalReply> {
  const text = await (isSealed(context, place)
    ? ask(context, place)
    : abortReservation(context, place, 'SERVICE_UNAVAILABLE'));
  const reply = JSON.parse(text) as WithdrawalReply | Refused;
  if ('refused' in reply) {
    // One that was inserted after the coins had gone to the wallet holds no part of the limits.
    if (reply.refused === KEPT) await freeReservation(context.db, place.id);
    throw new AppError(reply.refused);
  }
  context.bus.publish('wallets', { userId: place.userId, coins: [reply.baseDTO.relatedCoin] });
  await trySendPendingNotice(context, place.id);
  return reply;
}

const ask = (context: WithdrawalContext, place: Reservation): Promise<string> =>
  context.ledger
    .submit(commandOf(context, place))
    .catch((error: unknown) => abortReservation(context, place, refusalOf(error)));

/**
 * Frees a reservation unless the withdrawal was created after all: returns the ledger's outcome. One that was
 * tampered with ends as FAILED.
 */
export async function abortReservation(
  context: WithdrawalContext,
  place: Reservation,
  refused: ErrorCode,
): Promise<string> {
  const { id, userId, key } = place;
  const sealed = isSealed(context, place);
  if (!sealed)
    context.log.error(
      { area: 'withdrawal', event: 'plan tampered with', withdrawal: id, userId },
      'not withdrawn',
    );
  return context.ledger.submit({
    accounts: [],
    // The same key as the withdrawal's own: only one of the two commands takes effect.
    idempotency: settledOnce(id),
    decide: () => ({
      transfers: [],
      rows: [
        SETTLE_RESERVATION.row({ id, state: sealed ? 'RELEASED' : 'FAILED' }),
        ...(key === null ? [] : [RELEASE_KEY.row({ key, owner: userId })]),
      ],
      reply: JSON.stringify({ refused } satisfies Refused),
    }),
  });
}

/** Moves a company's coins that wait to be sent to its owner's wallet instead: `Withdrawal.keepForOwner`. */
export async function moveToOwnerWallet(
  context: WithdrawalContext,
  { id, settlementId, companyId, userId, asset, amount }: CompanyCoins & { settlementId: string },
  rows: Row[],
): Promise<'KEPT' | 'MADE' | 'RELEASED'> {
  const aside = receiptsAccount(companyId, asset);
  const spendable = userAccount(userId, asset);
  const text = await context.ledger.submit({
    accounts: [aside, spendable],
    idempotency: settledOnce(id),
    decide(balanceOf) {
      if (balanceOf(aside) < amount) throw notEnough(asset);
      return {
        transfers: [
          {
            debit: aside,
            credit: spendable,
            amount: amountOf(amount),
            kind: 'release',
            reference: settlementId,
          },
        ],
        rows: [...rows, SETTLE_RESERVATION.row({ id, state: 'RELEASED' })],
        reply: JSON.stringify({ refused: KEPT } satisfies Refused),
      };
    },
  });
  const reply = JSON.parse(text) as WithdrawalReply | Refused;
  if (!('refused' in reply)) return 'MADE';
  if (reply.refused !== KEPT) return 'RELEASED';
  context.bus.publish('wallets', { userId, coins: [asset] });
  return 'KEPT';
}
/** The ledger itself refuses no withdrawal with this code. */
const KEPT = 'CONFLICT';

const settledOnce = (id: string) => ({ owner: 'withdrawal', key: id, digest: id });

/** Returns a refusal of the command itself; any other error leaves the outcome unknown. */
function refusalOf(error: unknown): ErrorCode {
  const decided = error instanceof AppError && DECIDED.has(error.code);
  if (!decided) throw error;
  return error.code;
}
const DECIDED: ReadonlySet<ErrorCode> = new Set(['Not Enough Balance', 'NOT_ENOUGH_BALANCE_TOMAN']);

function commandOf(context: WithdrawalContext, { key, addressEncrypted, ...place }: Reservation): Command {
  const plan = readPlan(place.plan);
  const spendable = userAccount(plan.userId, plan.asset);
  const blocked = userAccount(plan.userId, plan.asset, 'blocked');
  const state: StoredWithdrawalState = plan.neededApprovals > 0 ? 'REVIEW' : 'APPROVED';
  const leaves = state === 'APPROVED' && !isToman(plan);
  const reply = replyText(plan, state);
  const rows: Row[] = [
    insertWithdrawal(plan, state, addressEncrypted && sealForWithdrawal(context, plan, addressEncrypted)),
    SETTLE_RESERVATION.row({ id: plan.id, state: 'USED' }),
    ...(leaves ? [context.custody.queueRow(orderOf(plan))] : []),
    ...(key === null ? [] : [ANSWER_KEY.row({ key, owner: plan.userId, reply })]),
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
    idempotency: settledOnce(plan.id),
    decide(balanceOf: BalanceOf): Decision {
      if (balanceOf(source) < plan.amount) throw notEnough(plan.asset);
      return { transfers, rows, reply };
    },
  };
}

const replyText = (plan: WithdrawalPlan, state: StoredWithdrawalState): string =>
  JSON.stringify({
    status: 'OK',
    message: 'Withdrawal Request Created Successfully',
    baseDTO: withdrawalDto({ ...plan, state, reason: null, doneAt: null }, undefined, plan.label),
  } satisfies WithdrawalReply);
