import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import { markUserWrite } from '../../platform/reads/reads.ts';
import { gatewayOf, type WalletDeps } from '../deps.ts';
import { findByAuthority, notePayer } from '../store.ts';
import { withPayment } from './callback-url.ts';
import { ANSWER_WITHIN, RETRY_DELAY_MS } from './payment.ts';
import type { VerifyPayment } from './verify-payment.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Redirects the payer from the bank to the page stored with the payment. The browser's parameters only determine
 * which payment to query at the gateway. Never refuses, since a person looks at this page. They don't wait for a
 * gateway that doesn't reply: the page shows that the payment is being checked, and the watch polls again within
 * seconds.
 */
export async function receiveReturn(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  name: GatewayName,
  brought: unknown,
): Promise<string> {
  const gateway = gatewayOf(deps, name);
  const back = gateway?.readReturn(textsOf(brought));
  const payment = back && (await findByAuthority(deps.db, name, back.authority));
  if (!back || !payment) return `${deps.config.PUBLIC_URL}/redirect-from-banks`;
  if (payment.userId !== null) await markUserWrite(deps.db, payment.userId);
  const verifying = verifyNoted(deps, verifyPayment, payment.id, back.ok ? 'OK' : 'NOK').catch(
    (error: unknown) => {
      deps.log.error(
        { area: 'wallet', payment: payment.id, err: error },
        'payment could not be settled; the watch will settle it',
      );
    },
  );
  await withTimeout(ANSWER_WITHIN, verifying, undefined);
  return withPayment(payment.callbackUrl, payment.id);
}

/** Returns the parameters with one value; repeated ones are ignored. */
const textsOf = (brought: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(brought ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
async function verifyNoted(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  id: string,
  occasion: 'OK' | 'NOK',
): Promise<void> {
  const now = deps.clock.now();
  await notePayer(deps.db, id, 'RETURNED', { now: new Date(now), nextCheck: new Date(now + RETRY_DELAY_MS) });
  await verifyPayment(id, occasion);
}
