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
export async function waitForGatewayPage(
  started: { id: string; redirectSite: string | null },
  onChecking: () => void,
): Promise<string> {
  let { redirectSite } = started;
  if (redirectSite === null) onChecking();
  for (let waitedMs = 0; redirectSite === null && waitedMs < TIMEOUT_MS; waitedMs += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const currentPayment = await readPayment(started.id).catch(ignoreMissingResponse);
    if (currentPayment?.state === 'FAILED') break;
    redirectSite = currentPayment?.redirectSite ?? null;
  }
  const url = redirectSite === null ? null : parseGatewayUrl(redirectSite, location.origin);
  if (url === null) throw new ApiError('GATEWAY_UNAVAILABLE');
  return url;
}

/** Returns the gateway's address if it is a web page; nothing else may be opened. */
export function parseGatewayUrl(redirectSite: string, origin: string): string | null {
  if (!URL.canParse(redirectSite, origin)) return null;
  const url = new URL(redirectSite, origin);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Retries a call without a response; rethrows a refusal. */
function ignoreMissingResponse(error: unknown): null {
  if (error instanceof ApiError && error.httpStatus === 0) return null;
  throw error;
}
