import { AppError, formatReceiptNumber, MINUTE_MS } from '@sarraf/domain';
import type { depositToman, ReplyOf } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { API_PREFIX } from '../../platform/http/own-calls.ts';
import type { WalletDeps } from '../deps.ts';
import type { PaymentGateway } from '../ports.ts';
import {
  claimPaymentKey,
  closeStalePayments,
  failPayment,
  findPayment,
  findPaymentKey,
  insertPayment,
  markPaymentStarted,
  type NewPayment,
  type PaymentKeyOwner,
  releasePaymentKey,
  savePaymentKeyReply,
} from '../store.ts';
import { REGISTRATION_TIMEOUT_MS, REPLY_TIMEOUT_MS, STALE_PAYMENT_MS, TOMAN_UNIT } from './payment.ts';
import { withTimeout } from './with-timeout.ts';

export type DepositReply = ReplyOf<typeof depositToman>;
export type PaymentKey = PaymentKeyOwner & { digest: string };

/** A validated payment, with all fields of its row. */
export interface PaymentPlan {
  payment: Omit<NewPayment, 'idempotencyKey'>;
  gateway: PaymentGateway;
  /** 16 digits. */
  card: string;
  /** The text that the payer reads at the bank, before the receipt's number. */
  description: string;
  /** Checks that must hold together with the row, made in its transaction before it is inserted. */
  reserve(tx: Tx): Promise<void>;
  /** Writes further rows in that transaction. */
  record?(tx: Tx): Promise<void>;
}

const FIRST_CHECK_MS = 2 * MINUTE_MS;
const PAUSE_MS = 100;

/**
 * Inserts a payment row with its reservation in the limits, then calls the gateway, then replies; once per key. If
 * the gateway takes longer than a user waits, the payment is reported as being checked (`redirectSite` is null),
 * also to repeats with the key: GET /payments/:id has the gateway's page as soon as there is one. No transaction is
 * open while the gateway is called; after a crash the next repeat, or the watch, closes the row.
 *
 * GATEWAY_UNAVAILABLE: it did not accept the payment: nothing happened, the same key may try again;
 * IDEMPOTENCY_KEY_REUSED; and the refusals of `plan` and its `reserve`.
 */
export async function beginPayment(
  deps: WalletDeps,
  key: PaymentKey | null,
  plan: () => Promise<PaymentPlan>,
): Promise<DepositReply> {
  const earlier = key && (await findEarlierReply(deps, key));
  if (earlier) return earlier;
  const planned = await plan();
  if (await insertReservedPayment(deps, planned, key)) {
    const registering = registerPayment(deps, planned, key);
    // There may be no caller left to handle the error.
    registering.catch(() => {});
    return withTimeout(REPLY_TIMEOUT_MS, registering, buildReply(planned.payment.id, null));
  }
  return (key && (await findEarlierReply(deps, key))) ?? beginPayment(deps, key, plan);
}

/**
 * Claims the key, reserves in the limits and inserts the row, in one transaction. Returns false if the key is
 * taken.
 */
const insertReservedPayment = (
  deps: WalletDeps,
  plan: PaymentPlan,
  key: PaymentKey | null,
): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    if (key && !(await claimPaymentKey(tx, key, JSON.stringify(buildReply(plan.payment.id, null)))))
      return false;
    await plan.reserve(tx);
    await insertPayment(tx, { ...plan.payment, idempotencyKey: key?.key ?? null });
    await plan.record?.(tx);
    return true;
  });

async function registerPayment(
  deps: WalletDeps,
  plan: PaymentPlan,
  key: PaymentKeyOwner | null,
): Promise<DepositReply> {
  const { gateway, payment } = plan;
  const { id } = payment;
  const pending = gateway.request({
    amountToman: payment.amount / TOMAN_UNIT,
    callbackUrl: `${deps.config.PUBLIC_URL}${API_PREFIX}/payments/${gateway.name}/return`,
    description: `${plan.description} ${formatReceiptNumber(id)}`,
    card: plan.card,
    orderId: id,
  });
  // The page of a session that arrives too late is never published, so it can't be paid.
  const session = await withTimeout(REGISTRATION_TIMEOUT_MS, pending, null).catch((error: unknown) => {
    deps.log.warn(
      { area: 'wallet', gateway: gateway.name, payment: id, err: error },
      'gateway accepted no payment',
    );
    return null;
  });
  const reply = session && buildReply(id, session.redirectUrl);
  const started = await deps.db.transaction().execute(async (tx) => {
    const firstCheck = new Date(deps.clock.now() + FIRST_CHECK_MS);
    if (session && reply && (await markPaymentStarted(tx, id, { ...session, firstCheck }))) {
      if (key) await savePaymentKeyReply(tx, key, JSON.stringify(reply));
      return true;
    }
    const closed = await failPayment(tx, id, 'CREATED', 'GATEWAY_UNAVAILABLE', null);
    if (closed && key) await releasePaymentKey(tx, key);
    return false;
  });
  if (!started || !reply) throw new AppError('GATEWAY_UNAVAILABLE');
  return reply;
}

const buildReply = (id: string, redirectSite: string | null): DepositReply => ({
  status: 'OK',
  message: redirectSite === null ? 'Deposit Is Being Checked' : 'Deposit Request Created Successfully',
  baseDTO: { redirectSite, id },
});

/**
 * Returns the reply to the first request with this key: being checked, once the gateway has taken as long as a user
 * waits. Null if there is none, or if it was interrupted and has released the key.
 */
async function findEarlierReply(deps: WalletDeps, key: PaymentKey): Promise<DepositReply | null> {
  const deadline = performance.now() + REPLY_TIMEOUT_MS;
  for (let waited = false; ; waited = true) {
    const found = await findPaymentKey(deps.db, key);
    if (found && found.digest !== key.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    // It failed while this request waited: both get the same reply, and the next try is a new one.
    if (!found && waited) throw new AppError('GATEWAY_UNAVAILABLE');
    if (!found) return null;
    const reply = JSON.parse(found.reply) as DepositReply;
    if (reply.baseDTO.redirectSite !== null) return reply;
    const age = await readPaymentAge(deps, reply.baseDTO.id);
    if (age > STALE_PAYMENT_MS) {
      await closeStalePayments(deps.db, new Date(deps.clock.now() - STALE_PAYMENT_MS), reply.baseDTO.id);
      return null;
    }
    if (age >= REPLY_TIMEOUT_MS || performance.now() > deadline) return reply;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function readPaymentAge(deps: WalletDeps, id: string): Promise<number> {
  const payment = await findPayment(deps.db, id);
  return payment === null ? 0 : deps.clock.now() - payment.createdAt.getTime();
}
