import type { Payment, payment } from '@sarraf/domain/contracts';
import { ApiError, call } from '../api/api.ts';

const POLL_MS = 1_000;
/** The server gives a gateway ten seconds to accept a payment. */
const TIMEOUT_MS = 30_000;

export const readPayment = async (id: string, signal?: AbortSignal): Promise<Payment> =>
  (await call<typeof payment>('GET', '/payments/:id', { params: { id }, ...(signal && { signal }) })).baseDTO;

/**
 * Returns the gateway's page for a started payment, polling while the gateway hasn't replied to the server;
 * `onChecking` is called then. Throws an `ApiError`: GATEWAY_UNAVAILABLE if the gateway rejected the payment.
 */
export async function gatewayPage(
  started: { id: string; redirectSite: string | null },
  onChecking: () => void,
): Promise<string> {
  let { redirectSite } = started;
  if (redirectSite === null) onChecking();
  for (let waited = 0; redirectSite === null && waited < TIMEOUT_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await readPayment(started.id).catch(unlessCutOff);
    if (now?.state === 'FAILED') break;
    redirectSite = now?.redirectSite ?? null;
  }
  const address = redirectSite === null ? null : gatewayAddress(redirectSite, location.origin);
  if (address === null) throw new ApiError('GATEWAY_UNAVAILABLE');
  return address;
}

/** Returns the gateway's address if it is a web page; nothing else may be opened. */
export function gatewayAddress(redirectSite: string, origin: string): string | null {
  if (!URL.canParse(redirectSite, origin)) return null;
  const url = new URL(redirectSite, origin);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Retries a call without a response; rethrows a refusal. */
function unlessCutOff(error: unknown): null {
  if (error instanceof ApiError && error.httpStatus === 0) return null;
  throw error;
}
