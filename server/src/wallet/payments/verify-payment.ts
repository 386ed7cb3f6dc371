import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { findGateway, type WalletDeps } from '../deps.ts';
import type { GatewayVerification } from '../ports.ts';
import { failPayment, findPayment, stopPolling } from '../store.ts';
import { creditPayment, findCardMismatch, fitsPaymentLimits } from './credit-payment.ts';
import { type Payment, type PaymentReason, sessionEndOf, TOMAN_UNIT } from './payment.ts';

/** Why a payment is verified: the payer returned with OK or NOK, abandoned it in our pages, or the sweep checks it. */
export type VerificationTrigger = 'OK' | 'NOK' | 'DROP' | 'SWEEP';
type UnpaidVerification = Extract<GatewayVerification, { state: 'FAILED' }>;

export type VerifyPayment = (id: string, occasion: VerificationTrigger) => Promise<void>;

/** A payment whose gateway was unreachable for this long is given up. */
const GIVE_UP_MS = 7 * DAY_MS;
/** First interval after which a failed payment is polled again; it grows. */
const FIRST_RECHECK_MS = 2 * MINUTE_MS;

/**
 * Queries the gateway about a payment and acts on its reply alone: PAID is credited regardless of the browser or
 * our row, FAILED closes the row, UNKNOWN changes nothing. Concurrent callers share one request.
 *
 * SERVICE_UNAVAILABLE: it is paid, but the ledger is unavailable; a repeat settles it.
 */
export function createVerifier(deps: WalletDeps, secrets: Secrets): VerifyPayment {
  const running = new Map<string, Promise<void>>();
  return (id, trigger) => {
    const pending = running.get(id);
    if (pending) return pending;
    const verifying = verifyPayment(deps, secrets, id, trigger).finally(() => running.delete(id));
    running.set(id, verifying);
    return verifying;
  };
}

async function verifyPayment(
  deps: WalletDeps,
  secrets: Secrets,
  id: string,
  trigger: VerificationTrigger,
): Promise<void> {
  const payment = await findPayment(deps.db, id);
  if (payment === null || payment.authority === null || payment.settledAt !== null) return;
  const gateway = findGateway(deps, payment.gateway);
  const { authority } = payment;
  const verification = gateway
    ? await gateway.verify({
        authority,
        amountToman: payment.amount / TOMAN_UNIT,
        takesCard: (card) => findCardMismatch(secrets, payment, card) === null,
        fitsLimit: () => fitsPaymentLimits(deps, payment),
      })
    : ({ state: 'UNKNOWN', reason: 'switched off' } as const);
  if (verification.state === 'PAID') return creditPayment(deps, secrets, payment, verification);
  if (verification.state === 'FAILED') return closeUnpaid(deps, payment, verification, trigger);
  deps.log.warn(
    { area: 'wallet', payment: id, gateway: payment.gateway, reason: verification.reason },
    'payment unknown',
  );
  if (trigger === 'SWEEP') await closeUnanswered(deps, payment);
}

/**
 * Closes a payment that the gateway reports as unpaid. It reports so too while the payer is typing, so a recent
 * session is left open unless the payer returned or the gateway reports it as over; and since a session may be paid
 * after its end was reported, the sweep continues to poll for a day.
 */
async function closeUnpaid(
  deps: WalletDeps,
  payment: Payment,
  unpaid: UnpaidVerification,
  trigger: VerificationTrigger,
): Promise<void> {
  const now = deps.clock.now();
  const hasReturned = trigger === 'OK' || trigger === 'NOK' || payment.returnedAt !== null;
  const mayBePaid = !unpaid.over && unpaid.reason === 'NOT_PAID' && now < sessionEndOf(payment).getTime();
  if (mayBePaid && !hasReturned) return;
  const isWatched = unpaid.reason === 'NOT_PAID' && now - payment.createdAt.getTime() < DAY_MS;
  const nextCheck = isWatched ? new Date(now + FIRST_RECHECK_MS) : null;
  await failPayment(deps.db, payment.id, 'PENDING', unpaidReasonOf(payment, unpaid, trigger), nextCheck);
  if (!isWatched) await stopPolling(deps.db, payment.id);
}

function unpaidReasonOf(
  payment: Payment,
  unpaid: UnpaidVerification,
  trigger: VerificationTrigger,
): PaymentReason {
  if (unpaid.reason !== 'NOT_PAID' || trigger === 'OK') return unpaid.reason;
  if (trigger === 'SWEEP' && payment.returnedAt !== null) return unpaid.reason;
  const isCancelled = trigger !== 'SWEEP' || unpaid.over || payment.droppedAt !== null;
  return isCancelled ? 'CANCELLED' : 'EXPIRED';
}

/**
 * Reports the payment as failed after a day without a reply; a gateway that replies within a week may still prove
 * it paid.
 */
async function closeUnanswered(deps: WalletDeps, payment: Payment): Promise<void> {
  const now = deps.clock.now();
  const age = now - payment.createdAt.getTime();
  if (age < DAY_MS) return;
  const nextCheck = new Date(now + FIRST_RECHECK_MS);
  const closed = await failPayment(deps.db, payment.id, 'PENDING', 'GATEWAY_UNAVAILABLE', nextCheck);
  if (closed) deps.log.error({ area: 'wallet', payment: payment.id }, 'no reply from the gateway for a day');
  if (age >= GIVE_UP_MS) await stopPolling(deps.db, payment.id);
}
