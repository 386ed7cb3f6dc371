import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { createProxyTrust } from '../config/trusted-proxies.ts';
import { MAKERS_AGENT, type RequestLog } from '../request-log.ts';
import { API_PATH } from './own-calls.ts';
import type { RequestTraces } from './request-traces.ts';

interface Noting {
  config: Config;
  requests: RequestLog;
  /** What the log calls a person; unset: nothing. */
  pseudonymOf?: ((userId: string) => string) | undefined;
  /** Told of each answer to somebody outside. */
  onAnswer?: ((contract: string, status: number, seconds: number) => void) | undefined;
  traces?: RequestTraces | undefined;
}

/** A line in the log and a figure for each; what the server asks of itself to draw a page is neither. */
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

/** In production nobody chooses to be left out by a header. */
const isMakers = ({ headers }: FastifyRequest, { sandbox }: Config): boolean =>
  sandbox && headers['user-agent'] === MAKERS_AGENT;

/** Each but those that the log leaves out. Whoever isn't believed about others can't say which trace is theirs, or is kept. */
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

/** Of the few that there are: files and pages are one, and so is whatever of the API there isn't. */
function contractOf({ routeOptions: { config, url }, method, raw }: FastifyRequest): string {
  if (config.contract !== undefined) return config.contract;
  if (url === undefined) return API_PATH.test(raw.url ?? '') ? 'unknown' : 'web';
  return OWN_PATH.test(url) ? `${method} ${url}` : 'web';
}

/** Paths of the server that no contract names. */
const OWN_PATH = /^\/(?:api|health)\//;
