import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { WayOut } from '../platform/outgoing/ways-out.ts';

const TIMEOUT_MS = 5_000;

/**
 * When the certificate ends that a host shows now, in milliseconds since 1970. It isn't judged otherwise: whoever talks to that
 * host does. Rejects where there is none to be had.
 */
export async function certificateEnd(
  { host, port }: { host: string; port: number },
  way: WayOut,
): Promise<number> {
  const tunnel = await way.tunnel({ host, port }, AbortSignal.timeout(TIMEOUT_MS));
  const socket = connect({
    host,
    port,
    ...(tunnel && { socket: tunnel }),
    ...(isIP(host) === 0 && { servername: host }),
    // One that has ended already has to be read, too; nothing is sent.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error(`${host}:${port}: no answer in time`)));
  try {
    await once(socket, 'secureConnect');
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    if (Number.isNaN(end)) throw new Error(`${host}:${port}: no certificate`);
    return end;
  } finally {
    socket.destroy();
  }
}
