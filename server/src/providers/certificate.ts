import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { VendorConnection } from '../platform/outgoing/connections.ts';

const TIMEOUT_MS = 5_000;

/**
 * Returns when the certificate that a host presents expires, in milliseconds since 1970. It isn't verified further,
 * which is up to the clients of that host. Rejects if there is none.
 */
export async function readCertificateExpiry(
  { host, port }: { host: string; port: number },
  wayOut: VendorConnection,
): Promise<number> {
  const tunnel = await wayOut.tunnel({ host, port }, AbortSignal.timeout(TIMEOUT_MS));
  const socket = connect({
    host,
    port,
    ...(tunnel && { socket: tunnel }),
    ...(isIP(host) === 0 && { servername: host }),
    // Expired certificates must be readable too; no data is sent.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error(`${host}:${port}: timed out`)));
  try {
    await once(socket, 'secureConnect');
    const expiresAt = Date.parse(socket.getPeerCertificate().valid_to);
    if (Number.isNaN(expiresAt)) throw new Error(`${host}:${port}: no certificate`);
    return expiresAt;
  } finally {
    socket.destroy();
  }
}
