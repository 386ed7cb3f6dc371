import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { Refusal } from '@sarraf/domain';
import type { ArticleLanguage, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import { type Bus, createBus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { believes } from '../config/trusted-proxies.ts';
import type { Log } from '../log.ts';
import { MAKERS_AGENT, RequestLog } from '../request-log.ts';
import { type Admission, type Authenticate, admit, type Caller, judgeCaller, type Recheck } from './admit.ts';
import { type JsonText, type Redirection, replyWith } from './answers.ts';
import { type Call, Calls, endpointName } from './calls.ts';
import { answerFailure, answerUnknown } from './failures.ts';
import type { Forwarding } from './forward.ts';
import { bearer, callOf } from './read-call.ts';
import { readParts } from './read-parts.ts';
import { withinRequest } from './request-scope.ts';
import type { RequestTrace, RequestTraces } from './request-traces.ts';
import { SharedRates } from './shared-rates.ts';
import { answerUnreadable, createSocketServer } from './sockets.ts';
import { readBodies, refuseBodyOf, requestSchemas, settleBody, useContracts } from './strict-contracts.ts';

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
  calls: Pick<Calls, 'answer'>;
  /** Every endpoint added so far. */
  endpoints: Endpoint[];
  /** How a look at a path that is no endpoint and no file is answered; null: there is no web. */
  answerPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null;
  /** What a visitor is answered at an address, without a connection; no limit of rate counts it. */
  visit(address: string, language: 'fa' | 'en'): Promise<{ status: number; body: string }>;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Null: nobody follows it. */
    trace: RequestTrace | null;
  }
  interface FastifyContextConfig {
    form?: boolean;
    /** By which the log and the figures know what was called. */
    contract?: string;
  }
}

type WillChange = (userId: string) => Promise<void>;
type Judge = (endpoint: Endpoint, caller: Caller | undefined) => void;

const BODY_LIMIT = 100_000;
/** Tells the server's own visits by a secret that never leaves the process. */
const VISITOR_HEADER = 'x-sarraf-visitor';
export const API_PREFIX = '/api';

/** The server without any endpoint: contracts, limits, headers, failures. */
export async function createHttp(options: {
  config: Config;
  log: Log;
  authenticate: Authenticate;
  clock: Clock;
  /** By which processes count together what is limited by rate; unset: this one counts alone. */
  bus?: Bus | undefined;
  /** Where there are several processes. */
  forwarding?: Forwarding | undefined;
  recheck?: Recheck | undefined;
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
  const believed = believes(config.TRUST_PROXY);
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
    clientErrorHandler: answerUnreadable,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Of a path that can't even be read.
    frameworkErrors: answerFailure,
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('uploads', undefined);
  app.decorateRequest('trace', null);
  useContracts(app);
  app.setErrorHandler(answerFailure);
  readBodies(app);
  addHeaders(app, config);
  const visitor = randomUUID();
  const isOurs = (request: FastifyRequest) => request.headers[VISITOR_HEADER] === visitor;
  const rates = new SharedRates(options.bus ?? createBus());
  await app.register(rateLimit, {
    global: false,
    // It is made by `new`, with options of no endpoint.
    store: function Store() {
      return rates;
    } as unknown as FastifyRateLimitStoreCtor,
    allowList: isOurs,
    errorResponseBuilder: (_request, context) =>
      new Refusal('TOO_MANY_REQUESTS', { data: { retryAfter: Math.ceil(context.ttl / 1000) } }),
  });
  await app.register(websocket, { options: { maxPayload: 10_000 } });
  await app.register(multipart);
  if (options.traces) followRequests(app, options.traces, { config, believed, isOurs });
  noteAnswers(app, isOurs, { ...options, requests: new RequestLog(log) });
  const endpoints: Endpoint[] = [];
  const { judge } = options;
  const calls = new Calls({
    log,
    judge,
    traces: options.traces,
    pseudonymOf: options.pseudonymOf,
    async recheck(endpoint, admitted) {
      const caller = await recheck(admitted);
      if (caller === null) throw new Refusal('Invalid Token');
      if (caller !== admitted) judgeCaller(endpoint, caller, { config, clock });
      return caller;
    },
  });
  const http: Http = {
    app,
    endpoints,
    calls,
    answerPage: null,
    async visit(url, language) {
      const headers = { 'accept-language': language, [VISITOR_HEADER]: visitor };
      const { statusCode, body } = await app.inject({ url, headers });
      return { status: statusCode, body };
    },
    route(endpoint, handler) {
      endpoints.push(endpoint);
      const run = handler as unknown as (context: object) => unknown;
      const { willChange } = options;
      addRoute(app, { config, authenticate, clock, forwarding, calls, willChange, judge }, endpoint, run);
    },
  };
  app.setNotFoundHandler((request, reply) => {
    if (http.answerPage && mayBePage(request)) return http.answerPage(request, reply);
    return answerUnknown(request, reply);
  });
  return http;
}

/** A line in the log and a figure for each; what the server asks of itself to draw a page is neither. */
function noteAnswers(
  app: FastifyInstance,
  isOurs: (request: FastifyRequest) => boolean,
  {
    config,
    requests,
    pseudonymOf,
    onAnswer,
    traces,
  }: { requests: RequestLog } & Pick<
    Parameters<typeof createHttp>[0],
    'config' | 'pseudonymOf' | 'onAnswer' | 'traces'
  >,
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
function followRequests(
  app: FastifyInstance,
  traces: RequestTraces,
  {
    config,
    believed,
    isOurs,
  }: {
    config: Config;
    believed: ReturnType<typeof believes>;
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

const API_PATH = /^\/api(?:[/?]|$)/;
/** Paths of the server that no contract names. */
const OWN_PATH = /^\/(?:api|health)\//;

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

function addRoute(
  app: FastifyInstance,
  admission: Admission & {
    forwarding: Forwarding | undefined;
    calls: Calls;
    willChange: WillChange | undefined;
    judge: Judge | undefined;
  },
  endpoint: Endpoint,
  handler: (context: object) => unknown,
): void {
  const { config, forwarding, calls, willChange, judge } = admission;
  const passing = endpoint.settles ? forwarding : undefined;
  if (endpoint.access === 'sandbox' && !config.sandbox) return;
  const run = (context: object) =>
    config.sandbox ? withinRequest(endpoint, () => handler(context)) : handler(context);
  if (endpoint.settles) calls.add(endpoint, run);
  const rate = config.rates[endpoint.rate];
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path,
    schema: { ...requestSchemas(endpoint), response: { 200: endpoint.reply } },
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    ...(endpoint.files && { bodyLimit: endpoint.files.names.length * endpoint.files.maxBytes + BODY_LIMIT }),
    config: {
      rateLimit: { max: rate.max, timeWindow: rate.windowMs },
      form: endpoint.form === true,
      contract: endpointName(endpoint),
    },
    preParsing: async (request) => {
      // Who may call is judged before anything they sent is read, and after the rate limit.
      request.caller = await admit(endpoint, bearer(request), admission);
      judge?.(endpoint, request.caller);
      refuseBodyOf(endpoint, request);
      if (request.caller && endpoint.method !== 'GET') await willChange?.(request.caller.userId);
    },
    preValidation: async (request) => {
      if (endpoint.files) await readParts(request, endpoint.files);
      settleBody(endpoint, request);
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const call = callOf(endpoint, request);
      const { uploads: files, trace } = request;
      if (passing && !passing.isHere()) return replyWith(reply, await passOn(passing, call, trace));
      const context = endpoint.settles ? call : { ...call, files, token: bearer(request), request, reply };
      return replyWith(reply, await (trace ? trace.within(() => run(context)) : run(context)));
    },
  });
}

const passOn = (passing: Forwarding, call: Call, trace: RequestTrace | null) =>
  trace ? trace.passOn((parent) => passing.pass({ ...call, trace: parent })) : passing.pass(call);

/** Nothing but our own files; no inline script or style; nobody may frame us. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  // Text becomes markup or a script's address by our own two makers alone (web/src/lib/browser/trusted-types.ts, boot.js).
  "require-trusted-types-for 'script'",
  'trusted-types sarraf boot',
].join('; ');

/** They are the same for all answers: made once, for making them took a twentieth of a trade's time. */
function addHeaders(app: FastifyInstance, config: Config): void {
  const headers: Record<string, string> = { 'content-security-policy': SECURITY_POLICY };
  const made = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader() {},
  };
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: config.sandbox ? false : { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })({} as IncomingMessage, made as unknown as ServerResponse, () => {});
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
