import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import { markUserWrite } from '../../platform/reads/reads.ts';
import { findGateway, type WalletDeps } from '../deps.ts';
import { findPaymentByAuthority, recordPayerAction } from '../store.ts';
import { addPaymentToUrl } from './callback-url.ts';
import { REPLY_TIMEOUT_MS, RETRY_DELAY_MS } from './payment.ts';
import type { VerifyPayment } from './verify-payment.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Redirects the payer from the bank to the page stored with the payment. The browser's parameters only determine
 * which payment to query at the gateway. Never refuses, since a person looks at this page. They don't wait for a
 * gateway that doesn't reply: the page shows that the payment is being checked, and the watch polls again within
 * seconds.
 */
export async function handleBankReturn(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  name: GatewayName,
  query: unknown,
): Promise<string> {
  const gateway = findGateway(deps, name);
  const parsed = gateway?.readReturn(singleValues(query));
  const payment = parsed && (await findPaymentByAuthority(deps.db, name, parsed.authority));
  if (!parsed || !payment) return `${deps.config.PUBLIC_URL}/redirect-from-banks`;
  if (payment.userId !== null) await markUserWrite(deps.db, payment.userId);
  const verifying = recordReturnAndVerify(deps, verifyPayment, payment.id, parsed.ok ? 'OK' : 'NOK').catch(
    (error: unknown) => {
      deps.log.error(
        { area: 'wallet', payment: payment.id, err: error },
        'payment could not be settled; the watch will settle it',
      );
    },
  );
  await withTimeout(REPLY_TIMEOUT_MS, verifying, undefined);
  return addPaymentToUrl(payment.callbackUrl, payment.id);
}

/** Returns the parameters with one value; repeated ones are ignored. */
const singleValues = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
async function recordReturnAndVerify(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  id: string,
  trigger: 'OK' | 'NOK',
): Promise<void> {
  const now = deps.clock.now();
  await recordPayerAction(deps.db, id, 'RETURNED', {
    now: new Date(now),
    nextCheck: new Date(now + RETRY_DELAY_MS),
  });
  await verifyPayment(id, trigger);
}
