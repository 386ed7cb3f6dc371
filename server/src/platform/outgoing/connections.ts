/**
 * Connections to external services: direct, or by the proxy that the settings name for them. Nothing bypasses a
 * proxy.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import {
  findProxy,
  type OutgoingProxies,
  type OutgoingVendor,
  type ProxyServer,
} from '../config/outgoing-proxies.ts';
import { isInternalHost } from '../public-address.ts';
import { openTunnel, ProxyFailure, type Target } from './tunnel.ts';

export { ProxyFailure };

/** Like the global fetch, but without Request objects. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Connection to one vendor. */
export interface VendorConnection {
  /**
   * Follows no redirect, since its target would be reached by the same proxy, whether internal or external: it
   * throws, or returns the redirect if requested (`redirect: 'manual'`). Throws ProxyFailure if the proxy fails.
   */
  fetch: Fetch;
  /**
   * Opens a connection to the host by the proxy, which resolves its name. Null: there is no proxy, and the caller
   * connects directly. Throws ProxyFailure.
   */
  tunnel(target: Target, signal?: AbortSignal): Promise<Socket | null>;
}

const withoutRedirects = (init?: RequestInit): RequestInit => ({
  ...init,
  redirect: init?.redirect === 'manual' ? 'manual' : 'error',
});

export const DIRECT_CONNECTION: VendorConnection = {
  fetch: (url, init) => globalThis.fetch(url, withoutRedirects(init)),
  tunnel: async () => null,
};

/** Internal hosts are reached directly, whatever the settings say: an external proxy can't reach them. */
export function createVendorConnection(vendor: OutgoingVendor, proxies: OutgoingProxies): VendorConnection {
  const proxy = findProxy(proxies, vendor);
  return proxy === null ? DIRECT_CONNECTION : createProxyConnection(proxy, vendor);
}

function createProxyConnection(proxy: ProxyServer, vendor: OutgoingVendor): VendorConnection {
  const openThroughProxy = (target: Target, signal?: AbortSignal): Promise<Socket> =>
    openTunnel(proxy, target, signal).catch((error: unknown) => {
      throw error instanceof ProxyFailure ? new ProxyFailure(`${vendor}: ${error.message}`) : error;
    });
  return {
    fetch: createProxyFetch(openThroughProxy),
    tunnel: async (target, signal) => (isInternalHost(target.host) ? null : openThroughProxy(target, signal)),
  };
}

type OpenTunnel = (target: Target, signal?: AbortSignal) => Promise<Socket>;

/** Uses undici from npm, since Node's own has no way to supply a connection; it is loaded only if a proxy is set. */
function createProxyFetch(openTunnelTo: OpenTunnel): Fetch {
  let client: Promise<{ fetch: typeof undiciFetch; dispatcher: Agent }> | null = null;
  async function loadClient() {
    const { Agent, buildConnector, fetch } = await import('undici');
    const secure = buildConnector({});
    const connect: buildConnector.connector = (options, done) => {
      const isSecure = options.protocol === 'https:';
      openTunnelTo(toTarget(new URL(`${options.protocol}//${options.host}`))).then(
        (httpSocket) => (isSecure ? secure({ ...options, httpSocket }, done) : done(null, httpSocket)),
        (error: Error) => done(error, null),
      );
    };
    return { fetch, dispatcher: new Agent({ connect }) };
  }
  return async (url, init) => {
    if (isInternalHost(new URL(url).hostname)) return DIRECT_CONNECTION.fetch(url, init);
    client ??= loadClient();
    const { fetch, dispatcher } = await client;
    const requestInit = { ...withoutRedirects(init), dispatcher } as Parameters<typeof fetch>[1];
    try {
      return (await fetch(url, requestInit)) as unknown as Response;
    } catch (error) {
      // "fetch failed" alone would not name the proxy.
      throw error instanceof Error && error.cause instanceof ProxyFailure ? error.cause : error;
    }
  };
}

export const hostWithoutBrackets = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const toTarget = (url: URL): Target => ({
  host: hostWithoutBrackets(url),
  port: Number.parseInt(url.port, 10) || (url.protocol === 'https:' ? 443 : 80),
});

/** Starts TLS with the host at the other end of a tunnel: its certificate is verified as on a direct connection. */
export const secureTunnel = (socket: Socket, host: string, ca?: string): TLSSocket =>
  connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });

/** Returns an agent for libraries that only accept one of node:http; undefined: the default agent. */
export function createAgent(connection: VendorConnection, url: URL): HttpAgent | undefined {
  if (connection === DIRECT_CONNECTION) return undefined;
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent() : new HttpAgent();
  const createDirect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const openConnection = async () => {
      const tunnel = await connection.tunnel(toTarget(url));
      if (tunnel === null) return createDirect(options);
      return isSecure ? secureTunnel(tunnel, hostWithoutBrackets(url)) : tunnel;
    };
    openConnection().then(
      (socket) => done?.(null, socket as Duplex),
      (error: Error) => done?.(error, null as never),
    );
    return undefined;
  };
  return agent;
}
