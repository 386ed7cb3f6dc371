import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { AppError } from '@sarraf/domain';
import type { ArticleLanguage, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Bus, createBus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createProxyTrust } from '../config/trusted-proxies.ts';
import type { Log } from '../log.ts';
import { RequestLog } from '../request-log.ts';
import { addRoute, type BeforeUserWrite, BODY_LIMIT, type StartCheck } from './add-route.ts';
import {
  type Authenticate,
  assertAddressAllowed,
  authorizeCaller,
  type Caller,
  type Recheck,
} from './admit.ts';
import type { JsonText, Redirection } from './answers.ts';
import { ForwardedCallHandler } from './calls.ts';
import { sendFailure, sendNotFound } from './failures.ts';
import type { WriterForwarder } from './forward.ts';
import { addSecurityHeaders } from './headers.ts';
import { hasKeyHeaders, KeyAuthenticator, type ProgramKeys } from './keys/key-gate.ts';
import { KeyRates } from './keys/key-rates.ts';
import { type CallSignature, UsedSignatures } from './keys/used-signatures.ts';
import { NetworkLimits, type NetworkUse } from './network-limits.ts';
import { logResponses, traceRequests } from './note-answers.ts';
import { API_PATH, type OwnCall, OwnCalls } from './own-calls.ts';
import type { RequestTrace, RequestTraces } from './request-traces.ts';
import { SharedRates } from './shared-rates.ts';
import { createSocketServer, rejectMalformedRequest } from './sockets.ts';
import { installBodyParsers, installContractValidators } from './strict-contracts.ts';

export type { Authenticate, Caller } from './admit.ts';

export interface Context<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Files of a multipart body, by the name of their part. */
  files: E extends { files: object } ? Readonly<Record<string, Buffer>> : undefined;
  /** Present on every endpoint that is not public. */
  caller: E['access'] extends 'public' | 'sandbox' ? undefined : Caller;
  /** From Accept-Language; only if the contract depends on it. */
  language: E extends { languages: readonly string[] } ? 'fa' | 'en' : undefined;
  /** Language of texts written by staff, which may exist in Arabic too. */
  textLanguage: E extends { languages: readonly (infer L)[] }
    ? 'ar' extends L
      ? ArticleLanguage
      : undefined
    : undefined;
  /** The idempotency key and a digest of the request; null if none was sent. Only if the contract accepts one. */
  idempotency: E extends { idempotent: true } ? { key: string; digest: string } | null : undefined;
  ip: string;
  userAgent: string;
  /**
   * The bearer token as sent, for logout. Settling endpoints have none of these three, since the request may have
   * arrived at another process.
   */
  token: E extends { settles: true } ? undefined : string | null;
  request: E extends { settles: true } ? undefined : FastifyRequest;
  reply: E extends { settles: true } ? undefined : FastifyReply;
}

/**
 * A handler returns what the contract describes, or its JSON text; if the contract has a `reply`, it may call that
 * instead.
 */
type HandlerResult<E extends Endpoint> =
  | ReplyOf<E>
  | JsonText
  | (E extends { redirects: number } ? Redirection : never)
  | (E extends { settles: true } ? never : FastifyReply);

export interface Http {
  app: FastifyInstance;
  /** Adds one endpoint. */
  route<const E extends Endpoint>(
    endpoint: E,
    handler: (context: Context<E>) => Promise<HandlerResult<E>> | HandlerResult<E>,
  ): void;
  /** Settling endpoints, as other processes call them. */
  calls: Pick<ForwardedCallHandler, 'answer'>;
  /** Every endpoint added so far. */
  endpoints: Endpoint[];
  /** Replies to navigation at a path that is no endpoint and no file; null: there is no web. */
  answerPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null;
  /** Responds as to a visitor, without a connection; exempt from rate limits. */
  callAsVisitor(address: string, language: 'fa' | 'en'): Promise<{ status: number; body: string }>;
  /** Authenticates customers' programs. */
  gate: KeyAuthenticator;
  /**
   * Calls an endpoint for a caller who was authenticated by another form of the API; checked like any call, except
   * for the rate limit, which that form has applied.
   */
  ask(call: OwnCall): Promise<{ status: number; body: string }>;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Signature of a program. */
    signed: CallSignature | undefined;
    /** Null: not traced. */
    trace: RequestTrace | null;
    /** Null: not counted by a network limit. */
    networkUse: NetworkUse | null;
  }
  interface FastifyContextConfig {
    form?: boolean;
    /** Customers' programs may call it with keys, whose rate limits apply then. */
    byKey?: boolean;
    /** Name of the contract in logs and metrics. */
    contract?: string;
  }
}

const NO_PROGRAM_KEYS: ProgramKeys = {
  verify: () => Promise.reject(new AppError('API_KEY_REFUSED')),
  recheck: async () => null,
  used() {},
};

/** Creates the server without endpoints: contracts, limits, headers, failures. */
export async function createHttp(options: {
  config: Config;
  log: Log;
  authenticate: Authenticate;
  clock: Clock;
  /** Shares rate-limit counts between processes; unset: this process counts alone. */
  bus?: Bus | undefined;
  /** Set if there are several processes. */
  forwarding?: WriterForwarder | undefined;
  recheck?: Recheck | undefined;
  /** Keys of customers' programs; unset: there are none. */
  keys?: ProgramKeys | undefined;
  /** Signatures already used, while this process is the ledger writer. */
  signatures?: UsedSignatures | undefined;
  /** Awaited before a request that may change something of a user is started. */
  willChange?: BeforeUserWrite | undefined;
  /** Throws if the operation may not be started now, by any caller. */
  judge?: StartCheck | undefined;
  /** Pseudonym of a user in the log; unset: none. */
  pseudonymOf?: ((userId: string) => string) | undefined;
  /** Called for each response to an external client. */
  onAnswer?: ((contract: string, status: number, seconds: number) => void) | undefined;
  /** Traces requests; unset: no tracing. */
  traces?: RequestTraces | undefined;
}): Promise<Http> {
  const { config, log, authenticate, clock, forwarding, recheck = async (caller) => caller } = options;
  const isTrustedProxy = createProxyTrust(config.TRUST_PROXY);
  const app = createApp(config, log, isTrustedProxy);
  const ownCalls = new OwnCalls(app);
  const rates = new SharedRates(options.bus ?? createBus());
  const networkLimits = new NetworkLimits(rates, config.rates);
  const isUncounted = (request: FastifyRequest): boolean =>
    ownCalls.isOwnCall(request) || (request.routeOptions.config.byKey === true && hasKeyHeaders(request));
  await registerRateLimit(app, rates, isUncounted);
  await app.register(websocket, { options: { maxPayload: 10_000 } });
  await app.register(multipart);
  if (options.traces)
    traceRequests(app, options.traces, { config, believed: isTrustedProxy, isOurs: ownCalls.isOwnCall });
  logResponses(app, ownCalls.isOwnCall, { ...options, requests: new RequestLog(log) });
  const endpoints: Endpoint[] = [];
  const { judge } = options;
  const calls = new ForwardedCallHandler({
    log,
    assertMayStart: judge,
    traces: options.traces,
    pseudonymOf: options.pseudonymOf,
    signatures: options.signatures ?? new UsedSignatures(clock),
    async recheck(endpoint, admitted, ip) {
      const caller = await recheck(admitted);
      if (caller === null) throw new AppError(admitted.program ? 'API_KEY_REFUSED' : 'Invalid Token');
      if (caller === admitted) return caller;
      if (caller.program) assertAddressAllowed(caller.program, ip);
      authorizeCaller(endpoint, caller, { config, clock });
      return caller;
    },
  });
  const gate = new KeyAuthenticator(
    options.keys ?? NO_PROGRAM_KEYS,
    clock,
    new KeyRates(rates, config.rates),
  );
  const http: Http = {
    app,
    endpoints,
    calls,
    gate,
    answerPage: null,
    callAsVisitor: (address, language) => ownCalls.callAsVisitor(address, language),
    ask: (call) => ownCalls.callAs(call),
    route(endpoint, handler) {
      endpoints.push(endpoint);
      const run = handler as unknown as (context: object) => unknown;
      const { willChange } = options;
      addRoute(
        app,
        {
          config,
          authenticate,
          clock,
          forwarding,
          calls,
          willChange,
          judge,
          gate,
          admittedAs: ownCalls.findAdmittedCaller,
          networkLimits,
          isUncounted,
        },
        endpoint,
        run,
      );
    },
  };
  app.setNotFoundHandler((request, reply) => {
    if (http.answerPage && isPageRequest(request)) return http.answerPage(request, reply);
    return sendNotFound(request, reply);
  });
  return http;
}

/** Creates the server with everything that needs no account: headers, bodies, failures. */
function createApp(config: Config, log: Log, believed: ReturnType<typeof createProxyTrust>): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Log entries of a request name its id themselves: a child logger per request costs more than most responses.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.TRUST_PROXY ? believed : false,
    serverFactory: (handler) =>
      createSocketServer(handler, {
        headersMs: config.HEADERS_MS,
        mostPerAddress: config.CONNECTIONS_PER_ADDRESS,
        isProxy: (address) => believed(address, 0),
      }),
    clientErrorHandler: rejectMalformedRequest,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Handles paths that can't be decoded.
    frameworkErrors: sendFailure,
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('signed', undefined);
  app.decorateRequest('uploads', undefined);
  app.decorateRequest('trace', null);
  app.decorateRequest('networkUse', null);
  installContractValidators(app);
  app.setErrorHandler(sendFailure);
  installBodyParsers(app);
  addSecurityHeaders(app, config);
  return app;
}

/** Endpoints name their limits themselves. */
async function registerRateLimit(
  app: FastifyInstance,
  rates: SharedRates,
  isUncounted: (request: FastifyRequest) => boolean,
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // The plugin calls it with `new`, and without options of an endpoint.
    store: function Store() {
      return rates;
    } as unknown as FastifyRateLimitStoreCtor,
    keyGenerator: ({ ip }) => ip,
    allowList: isUncounted,
    errorResponseBuilder: (_request, context) =>
      new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: Math.ceil(context.ttl / 1000) } }),
  });
}

/** Paths of the API and methods other than GET never get a page. */
const isPageRequest = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !API_PATH.test(url);

const CLOSE_CHECK_MS = 25;
/** Leaves time for the rest of the stop: stop-on-signal.ts. */
const CLOSE_TIMEOUT_MS = 8_000;

/** Accepts no new connections, responds to pending requests, and closes each connection when it becomes idle. */
export async function closeHttp({ app }: Http): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS;
  // A keep-alive connection that has just become idle would hold the server for more than a minute.
  const checkTimer = setInterval(() => {
    if (performance.now() < deadline) app.server.closeIdleConnections();
    else app.server.closeAllConnections();
  }, CLOSE_CHECK_MS);
  await app.close().finally(() => clearInterval(checkTimer));
}
