import type { Secrets } from '../platform/secrets.ts';
import { creditPayment } from './credit-payment.ts';
import { gatewayOf, type WalletDeps } from './deps.ts';
import { DAY, type Payment, type PaymentReason, SESSION, TOMAN_UNIT } from './payment.ts';
import type { Unpaid } from './ports.ts';
import { failPayment, findPayment, retirePayment } from './store.ts';

/** Who asks: the payer came back with OK or NOK, or nobody came and the sweep asks. */
export type Occasion = 'OK' | 'NOK' | 'SWEEP';

export type VerifyPayment = (id: string, occasion: Occasion) => Promise<void>;

/** A gateway that can't be reached for this long after the payment is given up. */
const GIVE_UP = 7 * DAY;

/**
 * Asks the gateway about a payment and acts on its word alone: PAID is credited whatever the browser or our row say,
 * FAILED closes the row, UNKNOWN changes nothing. Callers at the same time share one question.
 *
 * SERVICE_UNAVAILABLE: it is paid, but the ledger is away; asking again settles it.
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

async function verify(deps: WalletDeps, secrets: Secrets, id: string, occasion: Occasion): Promise<void> {
  const payment = await findPayment(deps.db, id);
  if (payment === null || payment.authority === null || payment.settledAt !== null) return;
  const gateway = gatewayOf(deps, payment.gateway);
  const { authority } = payment;
  const answer = gateway
    ? await gateway.verify({ authority, amountToman: payment.amount / TOMAN_UNIT })
    : ({ state: 'UNKNOWN', reason: 'switched off' } as const);
  if (answer.state === 'PAID') return creditPayment(deps, secrets, payment, answer);
  if (answer.state === 'FAILED') return closeUnpaid(deps, payment, answer.reason, occasion);
  deps.log.warn(
    { area: 'wallet', payment: id, gateway: payment.gateway, reason: answer.reason },
    'payment unknown',
  );
  if (occasion === 'SWEEP') await giveUp(deps, payment);
}

/**
 * The gateway says that nothing was paid. It says so too while the payer still types, so the sweep lets a young
 * session be; and since a session may be paid after we were told of its end, the sweep goes on asking for a day.
 */
async function closeUnpaid(
  deps: WalletDeps,
  payment: Payment,
  unpaid: Unpaid,
  occasion: Occasion,
): Promise<void> {
  const age = deps.clock.now() - payment.createdAt.getTime();
  if (unpaid === 'NOT_PAID' && occasion === 'SWEEP' && age < SESSION) return;
  const watch = unpaid === 'NOT_PAID' && age < DAY;
  await failPayment(deps.db, payment.id, 'PENDING', reasonOf(unpaid, occasion), watch);
  if (!watch) await retirePayment(deps.db, payment.id);
}

function reasonOf(unpaid: Unpaid, occasion: Occasion): PaymentReason {
  if (unpaid !== 'NOT_PAID' || occasion === 'OK') return unpaid;
  return occasion === 'NOK' ? 'CANCELLED' : 'EXPIRED';
}

/** After a day without a word people are told so; a gateway that comes back within a week may still prove it paid. */
async function giveUp(deps: WalletDeps, payment: Payment): Promise<void> {
  const age = deps.clock.now() - payment.createdAt.getTime();
  if (age < DAY) return;
  const closed = await failPayment(deps.db, payment.id, 'PENDING', 'GATEWAY_UNAVAILABLE', true);
  if (closed) deps.log.error({ area: 'wallet', payment: payment.id }, 'no word from the gateway for a day');
  if (age >= GIVE_UP) await retirePayment(deps.db, payment.id);
}
