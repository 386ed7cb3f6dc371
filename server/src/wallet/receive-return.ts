import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import { withPayment } from './callback-url.ts';
import { gatewayOf, type WalletDeps } from './deps.ts';
import { findByAuthority } from './store.ts';
import type { VerifyPayment } from './verify-payment.ts';

/**
 * Where the payer goes after the bank: to the page kept with the payment. What the browser brought only says which
 * payment to ask the gateway about. Refuses nothing: a person stands before this page.
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
  await verifyPayment(payment.id, back.ok ? 'OK' : 'NOK').catch((error: unknown) => {
    deps.log.error(
      { area: 'wallet', payment: payment.id, err: error },
      'payment could not be settled; the sweep will',
    );
  });
  return withPayment(payment.callbackUrl, payment.id);
}

/** Its names and texts; one that came twice is none. */
const textsOf = (brought: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(brought ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
