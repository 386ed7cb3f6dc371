import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { createProxyTrust } from '../config/trusted-proxies.ts';
import { MARKET_MAKER_USER_AGENT, type RequestLog } from '../request-log.ts';
import { API_PATH } from './own-calls.ts';
import type { RequestTraces } from './request-traces.ts';

interface ResponseLogOptions {
  config: Config;
  requests: RequestLog;
  /** Pseudonym of a user in the log; unset: none. */
  pseudonymOf?: ((userId: string) => string) | undefined;
  /** Called for each response to an external client. */
  onAnswer?: ((contract: string, status: number, seconds: number) => void) | undefined;
  traces?: RequestTraces | undefined;
}

/** Logs and measures each response, except for the server's own calls when it renders a page. */
export function logResponses(
  app: FastifyInstance,
  isOwnCall: (request: FastifyRequest) => boolean,
  { config, requests, pseudonymOf, onAnswer, traces }: ResponseLogOptions,
): void {
  if (!requests.isOn && !onAnswer && !traces) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (!isOwnCall(request)) {
      const contract = contractName(request);
      const ms = reply.elapsedTime;
      const pseudonym = (request.caller && pseudonymOf?.(request.caller.userId)) ?? null;
      onAnswer?.(contract, reply.statusCode, ms / 1000);
      request.trace?.end({ id: request.id, who: pseudonym, status: reply.statusCode });
      if (!isMarketMaker(request, config))
        requests.write({
          id: request.id,
          who: pseudonym,
          contract,
          status: reply.statusCode,
          ms: Math.round(ms),
        });
    }
    done();
  });
  app.addHook('onClose', async () => requests.close());
}

/** In production no client can exclude itself by a header. */
const isMarketMaker = ({ headers }: FastifyRequest, { sandbox }: Config): boolean =>
  sandbox && headers['user-agent'] === MARKET_MAKER_USER_AGENT;

/**
 * Traces each request except those that the log omits. Untrusted clients can't choose their trace id or force
 * sampling.
 */
export function traceRequests(
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
    if (!isOurs(request) && !isMarketMaker(request, config))
      request.trace = traces.begin(contractName(request), parent);
    done();
  });
}

/** Returns the contract's name, from a small set: all files and pages share one, and so do unknown paths of the API. */
function contractName({ routeOptions: { config, url }, method, raw }: FastifyRequest): string {
  if (config.contract !== undefined) return config.contract;
  if (url === undefined) return API_PATH.test(raw.url ?? '') ? 'unknown' : 'web';
  return SERVER_PATH.test(url) ? `${method} ${url}` : 'web';
}

/** Paths of the server without a contract. */
const SERVER_PATH = /^\/(?:api|health)\//;
