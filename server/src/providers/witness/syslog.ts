import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { secureTunnel, type VendorConnection } from '../../platform/outgoing/connections.ts';
import type { Witness, WitnessMessage } from '../../watch/ports.ts';

const TIMEOUT_MS = 5_000;
/** RFC 5424: facility 13 is "log audit"; severities 1 (alert) and 5 (notice). */
const FACILITY = 13;
const ALERT = 1;
const NOTICE = 5;
const DEFAULT_PORT = { 'udp:': 514, 'tcp:': 514, 'tls:': 6514 } as const;

/**
 * Sends RFC 5424 messages to `udp://`, `tcp://` (RFC 6587, octet counting) or `tls://host:port` (RFC 5425): only
 * with TLS are messages protected against eavesdropping and undetected loss.
 */
export const createSyslogWitness = (address: string, wayOut: VendorConnection): Witness => {
  const { protocol, hostname: host, port } = new URL(address);
  const scheme = protocol as keyof typeof DEFAULT_PORT;
  const target = { host, port: port === '' ? DEFAULT_PORT[scheme] : Number.parseInt(port, 10) };
  return {
    name: 'syslog',
    send: (message) =>
      scheme === 'udp:'
        ? sendByUdp(target, formatLine(message))
        : sendByStream(scheme, target, formatLine(message), wayOut),
  };
};

interface Target {
  host: string;
  port: number;
}

/** `<priority>1 time host app process message-id structured-data text` */
function formatLine(message: WitnessMessage): Buffer {
  const priority = FACILITY * 8 + (message.kind === 'violation' ? ALERT : NOTICE);
  const header = `<${priority}>1 ${message.at} ${hostname() || '-'} sarraf ${process.pid} ${message.kind} -`;
  return Buffer.from(`${header} ${JSON.stringify(message)}`, 'utf8');
}

async function sendByUdp({ host, port }: Target, line: Buffer): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      socket.send(line, port, host, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    socket.close();
  }
}

async function sendByStream(
  scheme: 'tcp:' | 'tls:',
  target: Target,
  line: Buffer,
  wayOut: VendorConnection,
): Promise<void> {
  const tunnel = await wayOut.tunnel(target, AbortSignal.timeout(TIMEOUT_MS));
  const socket = scheme === 'tls:' ? createTlsSocket(target, tunnel) : (tunnel ?? connect(target));
  const timer = setTimeout(() => socket.destroy(new Error('the witness timed out')), TIMEOUT_MS);
  try {
    if (socket !== tunnel) await once(socket, scheme === 'tls:' ? 'secureConnect' : 'connect');
    socket.end(Buffer.concat([Buffer.from(`${line.length} `), line]));
    // Replies are discarded; a socket that isn't read would never emit its end.
    socket.resume();
    await once(socket, 'close');
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

const createTlsSocket = (target: Target, tunnel: Socket | null): TLSSocket =>
  tunnel ? secureTunnel(tunnel, target.host) : connectTls({ ...target, servername: target.host });
