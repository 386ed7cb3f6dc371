import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { createProxyTrust } from '../config/trusted-proxies.ts';
import { MAKERS_AGENT, type RequestLog } from '../request-log.ts';
import { API_PATH } from './own-calls.ts';
import type { RequestTraces } from './request-traces.ts';

interface Noting {
  config: Config;
  requests: RequestLog;
  /** Pseudonym of a user in the log; unset: none. */
  pseudonymOf?: ((userId: string) => string) | undefined;
  /** Called for each response to an external client. */
  onAnswer?: ((contract: string, status: number, seconds: number) => void) | undefined;
  traces?: RequestTraces | undefined;
}

/** Logs and measures each response, except for the server's own calls when it renders a page. */
export function noteAnswers(
  app: FastifyInstance,
  isOurs: (request: FastifyRequest) => boolean,
  { config, requests, pseudonymOf, onAnswer, traces }: Noting,
): void {
  if (!requests.isOn && !onAnswer && !traces) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (!isOurs(request)) {
      const contract = contractOf(request);
      const ms = reply.elapsedTime;
      const who = (request.caller && pseudonymOf?.(request.caller.userId)) ?? null;
      onAnswer?.(contract, reply.statusCode, ms / 1000);
      request.trace?.end({ id: request.id, who, status: reply.statusCode });
      if (!isMakers(request, config))
        requests.write({ id: request.id, who, contract, status: reply.statusCode, ms: Math.round(ms) });
    }
    done();
  });
  app.addHook('onClose', async () => requests.close());
}

/** In production no client can exclude itself by a header. */
const isMakers = ({ headers }: FastifyRequest, { sandbox }: Config): boolean =>
  sandbox && headers['user-agent'] === MAKERS_AGENT;

/**
 * Traces each request except those that the log omits. Untrusted clients can't choose their trace id or force
 * sampling.
 */
export function followRequests(
  app: FastifyInstance,
  traces: RequestTraces,
  {
    config,
    believed,
    isOurs,
  }: {
    config: Config;
    believed: ReturnType<typeof createProxyTrust>;
    isOurs: (request: FastifyRequest) => boolean;
  },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const address = request.socket.remoteAddress;
    const parent =
      typeof traceparent === 'string' && address !== undefined && believed(address, 0)
        ? traceparent
        : undefined;
    if (!isOurs(request) && !isMakers(request, config))
      request.trace = traces.begin(contractOf(request), parent);
    done();
  });
}

/** Returns the contract's name, from a small set: all files and pages share one, and so do unknown paths of the API. */
function contractOf({ routeOptions: { config, url }, method, raw }: FastifyRequest): string {
  if (config.contract !== undefined) return config.contract;
  if (url === undefined) return API_PATH.test(raw.url ?? '') ? 'unknown' : 'web';
  return OWN_PATH.test(url) ? `${method} ${url}` : 'web';
}

/** Paths of the server without a contract. */
const OWN_PATH = /^\/(?:api|health)\//;
