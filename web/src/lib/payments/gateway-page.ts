import type { Payment, payment } from '@sarraf/domain/contracts';
import { ApiError, call } from '../api/api.ts';

const POLL_MS = 1_000;
/** The server gives a gateway ten seconds to accept a payment. */
const PATIENCE_MS = 30_000;

export const readPayment = async (id: string, signal?: AbortSignal): Promise<Payment> =>
  (await call<typeof payment>('GET', '/payments/:id', { params: { id }, ...(signal && { signal }) })).baseDTO;

/**
 * The gateway's page for a payment that was started, waited for while the gateway hasn't answered the server;
 * `onChecking` is called then. Throws an `ApiError`: GATEWAY_UNAVAILABLE when it took no payment.
 */
export async function gatewayPage(
  started: { id: string; redirectSite: string | null },
  onChecking: () => void,
): Promise<string> {
  let { redirectSite } = started;
  if (redirectSite === null) onChecking();
  for (let waited = 0; redirectSite === null && waited < PATIENCE_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await readPayment(started.id).catch(unlessCutOff);
    if (now?.state === 'FAILED') break;
    redirectSite = now?.redirectSite ?? null;
  }
  const address = redirectSite === null ? null : gatewayAddress(redirectSite, location.origin);
  if (address === null) throw new ApiError('GATEWAY_UNAVAILABLE');
  return address;
}

/** The gateway's page, if it is one: nothing else may be opened. */
export function gatewayAddress(redirectSite: string, origin: string): string | null {
  if (!URL.canParse(redirectSite, origin)) return null;
  const url = new URL(redirectSite, origin);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** A call that brought no answer is repeated; a refusal stands. */
function unlessCutOff(error: unknown): null {
  if (error instanceof ApiError && error.httpStatus === 0) return null;
  throw error;
}
