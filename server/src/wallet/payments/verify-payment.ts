import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { gatewayOf, type WalletDeps } from '../deps.ts';
import type { GatewayVerification } from '../ports.ts';
import { failPayment, findPayment, retirePayment } from '../store.ts';
import { cardFault, creditPayment, fitsLimits } from './credit-payment.ts';
import { type Payment, type PaymentReason, releasedAt, TOMAN_UNIT } from './payment.ts';

/** Why a payment is verified: the payer returned with OK or NOK, abandoned it in our pages, or the sweep checks it. */
export type VerificationTrigger = 'OK' | 'NOK' | 'DROP' | 'SWEEP';
type Unpaid = Extract<GatewayVerification, { state: 'FAILED' }>;

export type VerifyPayment = (id: string, occasion: VerificationTrigger) => Promise<void>;

/** A payment whose gateway was unreachable for this long is given up. */
const GIVE_UP = 7 * DAY_MS;
/** First interval after which a failed payment is polled again; it grows. */
const FIRST_LOOK_BACK = 2 * MINUTE_MS;

/**
 * Queries the gateway about a payment and acts on its reply alone: PAID is credited regardless of the browser or
 * our row, FAILED closes the row, UNKNOWN changes nothing. Concurrent callers share one request.
 *
 * SERVICE_UNAVAILABLE: it is paid, but the ledger is unavailable; a repeat settles it.
 */
export function createVerifier(deps: WalletDeps, secrets: Secrets): VerifyPayment {
  const running = new Map<string, Promise<void>>();
  return (id, occasion) => {
    const known = running.get(id);
    if (known) return known;
    const verifying = verify(deps, secrets, id, occasion).finally(() => running.delete(id));
    running.set(id, verifying);
    return verifying;
  };
}

async function verify(
  deps: WalletDeps,
  secrets: Secrets,
  id: string,
  occasion: VerificationTrigger,
): Promise<void> {
  const payment = await findPayment(deps.db, id);
  if (payment === null || payment.authority === null || payment.settledAt !== null) return;
  const gateway = gatewayOf(deps, payment.gateway);
  const { authority } = payment;
  const answer = gateway
    ? await gateway.verify({
        authority,
        amountToman: payment.amount / TOMAN_UNIT,
        takesCard: (card) => cardFault(secrets, payment, card) === null,
        fitsLimit: () => fitsLimits(deps, payment),
      })
    : ({ state: 'UNKNOWN', reason: 'switched off' } as const);
  if (answer.state === 'PAID') return creditPayment(deps, secrets, payment, answer);
  if (answer.state === 'FAILED') return closeUnpaid(deps, payment, answer, occasion);
  deps.log.warn(
    { area: 'wallet', payment: id, gateway: payment.gateway, reason: answer.reason },
    'payment unknown',
  );
  if (occasion === 'SWEEP') await giveUp(deps, payment);
}

/**
 * Closes a payment that the gateway reports as unpaid. It reports so too while the payer is typing, so a recent
 * session is left open unless the payer returned or the gateway reports it as over; and since a session may be paid
 * after its end was reported, the sweep continues to poll for a day.
 */
async function closeUnpaid(
  deps: WalletDeps,
  payment: Payment,
  unpaid: Unpaid,
  occasion: VerificationTrigger,
): Promise<void> {
  const now = deps.clock.now();
  const isBack = occasion === 'OK' || occasion === 'NOK' || payment.returnedAt !== null;
  const mayBePaid = !unpaid.over && unpaid.reason === 'NOT_PAID' && now < releasedAt(payment).getTime();
  if (mayBePaid && !isBack) return;
  const watch = unpaid.reason === 'NOT_PAID' && now - payment.createdAt.getTime() < DAY_MS;
  const nextCheck = watch ? new Date(now + FIRST_LOOK_BACK) : null;
  await failPayment(deps.db, payment.id, 'PENDING', reasonOf(payment, unpaid, occasion), nextCheck);
  if (!watch) await retirePayment(deps.db, payment.id);
}

function reasonOf(payment: Payment, unpaid: Unpaid, occasion: VerificationTrigger): PaymentReason {
  if (unpaid.reason !== 'NOT_PAID' || occasion === 'OK') return unpaid.reason;
  if (occasion === 'SWEEP' && payment.returnedAt !== null) return unpaid.reason;
  const ended = occasion !== 'SWEEP' || unpaid.over || payment.droppedAt !== null;
  return ended ? 'CANCELLED' : 'EXPIRED';
}

/**
 * Reports the payment as failed after a day without a reply; a gateway that replies within a week may still prove
 * it paid.
 */
async function giveUp(deps: WalletDeps, payment: Payment): Promise<void> {
  const now = deps.clock.now();
  const age = now - payment.createdAt.getTime();
  if (age < DAY_MS) return;
  const nextCheck = new Date(now + FIRST_LOOK_BACK);
  const closed = await failPayment(deps.db, payment.id, 'PENDING', 'GATEWAY_UNAVAILABLE', nextCheck);
  if (closed) deps.log.error({ area: 'wallet', payment: payment.id }, 'no reply from the gateway for a day');
  if (age >= GIVE_UP) await retirePayment(deps.db, payment.id);
}
