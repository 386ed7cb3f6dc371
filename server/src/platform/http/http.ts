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
import { addRoute, BODY_LIMIT, type Judge, type WillChange } from './add-route.ts';
import { type Authenticate, authorizeCaller, type Caller, type Recheck, refuseAddressOf } from './admit.ts';
import type { JsonText, Redirection } from './answers.ts';
import { ForwardedCallHandler } from './calls.ts';
import { answerFailure, answerUnknown } from './failures.ts';
import type { WriterForwarder } from './forward.ts';
import { addHeaders } from './headers.ts';
import { comesByKey, KeyGate, type ProgramKeys } from './keys/key-gate.ts';
import { KeyRates } from './keys/key-rates.ts';
import { type CallSignature, UsedSignatures } from './keys/used-signatures.ts';
import { NetworkLimits, type NetworkUse } from './network-limits.ts';
import { followRequests, noteAnswers } from './note-answers.ts';
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
  /** What a multipart body brought, by the name of its part. */
  files: E extends { files: object } ? Readonly<Record<string, Buffer>> : undefined;
  /** Present on every endpoint that is not public. */
  caller: E['access'] extends 'public' | 'sandbox' ? undefined : Caller;
  /** Of Accept-Language; only where the contract says that it plays a part. */
  language: E extends { languages: readonly string[] } ? 'fa' | 'en' : undefined;
  /** The same of texts that staff writes, which may be there in Arabic too. */
  textLanguage: E extends { languages: readonly (infer L)[] }
    ? 'ar' extends L
      ? ArticleLanguage
      : undefined
    : undefined;
  /** The browser's key and a digest of what it came with; null when it sent none. Only where the contract takes one. */
  idempotency: E extends { idempotent: true } ? { key: string; digest: string } | null : undefined;
  ip: string;
  userAgent: string;
  /** The bearer token as sent, for logout. What settles has none of these three: it may have come to another process. */
  token: E extends { settles: true } ? undefined : string | null;
  request: E extends { settles: true } ? undefined : FastifyRequest;
  reply: E extends { settles: true } ? undefined : FastifyReply;
}

/** A handler answers what the contract describes, or the same as ready text; where it has a `reply`, also by that. */
type AnswerOf<E extends Endpoint> =
  | ReplyOf<E>
  | JsonText
  | (E extends { redirects: number } ? Redirection : never)
  | (E extends { settles: true } ? never : FastifyReply);

export interface Http {
  app: FastifyInstance;
  /** Adds one endpoint. */
  route<const E extends Endpoint>(
    endpoint: E,
    handler: (context: Context<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
  ): void;
  /** What settles, as other processes call it. */
  calls: Pick<ForwardedCallHandler, 'answer'>;
  /** Every endpoint added so far. */
  endpoints: Endpoint[];
  /** How a look at a path that is no endpoint and no file is answered; null: there is no web. */
  answerPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null;
  /** What a visitor is answered at an address, without a connection; no limit of rate counts it. */
  visit(address: string, language: 'fa' | 'en'): Promise<{ status: number; body: string }>;
  /** Where programs of customers come in. */
  gate: KeyGate;
  /**
   * What an endpoint answers to who came by another form of the API and was admitted there; judged as any call, but for the
   * limit of rate, which that form has counted.
   */
  ask(call: OwnCall): Promise<{ status: number; body: string }>;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Of a program's. */
    signed: CallSignature | undefined;
    /** Null: nobody follows it. */
    trace: RequestTrace | null;
    /** Null: no limit of its network counts it. */
    networkUse: NetworkUse | null;
  }
  interface FastifyContextConfig {
    form?: boolean;
    /** Programs of customers may call it by their keys, whose limits count them then. */
    byKey?: boolean;
    /** By which the log and the figures know what was called. */
    contract?: string;
  }
}

const NO_KEYS: ProgramKeys = {
  verify: () => Promise.reject(new AppError('API_KEY_REFUSED')),
  recheck: async () => null,
  used() {},
};

/** The server without any endpoint: contracts, limits, headers, failures. */
export async function createHttp(options: {
  config: Config;
  log: Log;
  authenticate: Authenticate;
  clock: Clock;
  /** By which processes count together what is limited by rate; unset: this one counts alone. */
  bus?: Bus | undefined;
  /** Where there are several processes. */
  forwarding?: WriterForwarder | undefined;
  recheck?: Recheck | undefined;
  /** Of customers' programs; unset: there are none. */
  keys?: ProgramKeys | undefined;
  /** Which of their signatures were used where the books are settled, while it is here. */
  signatures?: UsedSignatures | undefined;
  /** Waited for before a person's request that may change something is begun. */
  willChange?: WillChange | undefined;
  /** Throws where what was asked for may not be begun now, whoever may do it otherwise. */
  judge?: Judge | undefined;
  /** What the log calls a person; unset: nothing. */
  pseudonymOf?: ((userId: string) => string) | undefined;
  /** Told of each answer to somebody outside. */
  onAnswer?: ((contract: string, status: number, seconds: number) => void) | undefined;
  /** Follows requests; unset: nobody does. */
  traces?: RequestTraces | undefined;
}): Promise<Http> {
  const { config, log, authenticate, clock, forwarding, recheck = async (caller) => caller } = options;
  const believed = createProxyTrust(config.TRUST_PROXY);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // What is said of a request names its id by itself: a logger of its own for each costs more than most answers.
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
    // Of a path that can't even be read.
    frameworkErrors: answerFailure,
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('signed', undefined);
  app.decorateRequest('uploads', undefined);
  app.decorateRequest('trace', null);
  app.decorateRequest('networkUse', null);
  installContractValidators(app);
  app.setErrorHandler(answerFailure);
  installBodyParsers(app);
  addHeaders(app, config);
  const own = new OwnCalls(app);
  const rates = new SharedRates(options.bus ?? createBus());
  const networkLimits = new NetworkLimits(rates, config.rates);
  const isUncounted = (request: FastifyRequest): boolean =>
    own.isOurs(request) || (request.routeOptions.config.byKey === true && comesByKey(request));
  await app.register(rateLimit, {
    global: false,
    // It is made by `new`, with options of no endpoint.
    store: function Store() {
      return rates;
    } as unknown as FastifyRateLimitStoreCtor,
    keyGenerator: ({ ip }) => ip,
    allowList: isUncounted,
    errorResponseBuilder: (_request, context) =>
      new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: Math.ceil(context.ttl / 1000) } }),
  });
  await app.register(websocket, { options: { maxPayload: 10_000 } });
  await app.register(multipart);
  if (options.traces) followRequests(app, options.traces, { config, believed, isOurs: own.isOurs });
  noteAnswers(app, own.isOurs, { ...options, requests: new RequestLog(log) });
  const endpoints: Endpoint[] = [];
  const { judge } = options;
  const calls = new ForwardedCallHandler({
    log,
    judge,
    traces: options.traces,
    pseudonymOf: options.pseudonymOf,
    signatures: options.signatures ?? new UsedSignatures(clock),
    async recheck(endpoint, admitted, ip) {
      const caller = await recheck(admitted);
      if (caller === null) throw new AppError(admitted.program ? 'API_KEY_REFUSED' : 'Invalid Token');
      if (caller === admitted) return caller;
      if (caller.program) refuseAddressOf(caller.program, ip);
      authorizeCaller(endpoint, caller, { config, clock });
      return caller;
    },
  });
  const gate = new KeyGate(options.keys ?? NO_KEYS, clock, new KeyRates(rates, config.rates));
  const http: Http = {
    app,
    endpoints,
    calls,
    gate,
    answerPage: null,
    visit: (address, language) => own.visit(address, language),
    ask: (asked) => own.ask(asked),
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
          admittedAs: own.admittedAs,
          networkLimits,
          isUncounted,
        },
        endpoint,
        run,
      );
    },
  };
  app.setNotFoundHandler((request, reply) => {
    if (http.answerPage && mayBePage(request)) return http.answerPage(request, reply);
    return answerUnknown(request, reply);
  });
  return http;
}

/** Of the API's paths, and to what isn't a look, no page is the answer. */
const mayBePage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !API_PATH.test(url);

const CLOSE_LOOK_MS = 25;
/** Leaves the rest of the stop its time: stop-on-signal.ts. */
const CLOSE_PATIENCE_MS = 8_000;

/** Takes no new connection, answers what was asked, and closes each connection when it falls idle. */
export async function closeHttp({ app }: Http): Promise<void> {
  const until = performance.now() + CLOSE_PATIENCE_MS;
  // A kept-alive connection whose answer has just gone out would hold the server for more than a minute.
  const looking = setInterval(() => {
    if (performance.now() < until) app.server.closeIdleConnections();
    else app.server.closeAllConnections();
  }, CLOSE_LOOK_MS);
  await app.close().finally(() => clearInterval(looking));
}
