import { STATUS } from '@sarraf/domain';
import type { CoinDetail, KeyPermission, Order, RateClass, Ticker } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { toAppError } from '../platform/http/failures.ts';
import type { Http } from '../platform/http/http.ts';
import { assertOwnOrigin } from '../platform/http/refuse-foreign-page.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Log } from '../platform/log.ts';
import { readOpenOrdersByForm } from './account-calls.ts';
import { BinanceFailure, toBinanceFailure } from './failures.ts';
import { type FormCall, getFormCall, NETWORKS_PATH, PREFIX } from './form/calls.ts';
import { buildMinuteLimits, setUseHeaders } from './limits.ts';
import { networksShape } from './market-shape.ts';
import { createListRefusal, readLists, UNSUPPORTED_LISTS } from './order-lists/list-calls.ts';
import { requestOwnApi } from './own-api.ts';
import { Parameters } from './parameters.ts';
import { PUBLIC_CALLS, type PublicCall } from './public-calls.ts';
import { readSignature, signedTextOf } from './signature.ts';
import { SIGNED_CALLS } from './signed-calls.ts';
import { callOwnApi, type SignedCall, type SignedContext } from './signed-context.ts';
import { MarketStreams } from './streams/market-streams.ts';
import { UserStreams } from './user-stream.ts';

interface Deps {
  db: Db;
  clock: Clock;
  bus: Bus;
  config: Pick<Config, 'rates' | 'CONNECTIONS_PER_ADDRESS' | 'PUBLIC_URL'>;
  log: Log;
  ordersById(userId: string, ids: readonly string[]): Promise<Order[]>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit by which a call in Binance's format counts. */
    formRate?: RateClass;
  }
}

export const WS_API_PATH = '/ws-api/v3';
/**
 * Path for one stream, or several separated by slashes, whose events come without their names; the other path has
 * the names.
 */
export const RAW_PATH = '/ws';
export const COMBINED_PATH = '/stream';
/** Source address of the server's calls to itself. */
const OWN_ADDRESS = '127.0.0.1';
/** Longer addresses and forms are refused. */
const BODY_LIMIT = 20_000;

/**
 * Adds Binance's spot API as far as ours has the same functions, with its paths and field names, on top of our own
 * calls.
 */
export function addRoutes(http: Http, stream: Stream, deps: Deps): void {
  http.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Signed text must not be changed by parsing.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(replyWithFailure);
    const rateLimited = (rate: RateClass) => {
      const { max, windowMs } = deps.config.rates[rate];
      return { rateLimit: { max, timeWindow: windowMs }, formRate: rate };
    };
    scope.addHook('onSend', async (request, reply) => {
      setUseHeaders(reply, request.routeOptions.config.formRate ?? 'read');
    });
    for (const [path, call] of Object.entries(PUBLIC_CALLS))
      scope.get(`${PREFIX}/${path}`, { config: rateLimited('read') }, (request) =>
        runPublic(http, deps, { call, form: getFormCall(path) }, request),
      );
    for (const [name, call] of Object.entries(SIGNED_CALLS)) {
      const [method = '', path = ''] = name.split(' ');
      scope.route({
        method,
        url: `${PREFIX}/${path}`,
        config: rateLimited(call.rate),
        handler: (request, reply) =>
          runSigned(http, deps, { ...call, form: getFormCall(name) }, request, reply),
      });
    }
    for (const [path, kind] of Object.entries(UNSUPPORTED_LISTS))
      scope.post(`${PREFIX}/orderList/${path}`, { config: rateLimited('order') }, () => {
        throw createListRefusal(kind);
      });
    scope.get(NETWORKS_PATH, { config: rateLimited('read') }, (request, reply) =>
      runSigned(
        http,
        deps,
        { permission: 'READ', rate: 'read', run: readNetworks, form: getFormCall('networks') },
        request,
        reply,
      ),
    );
    // There are no futures here, for tools that query all kinds of markets.
    for (const futures of ['/fapi/v1/exchangeInfo', '/dapi/v1/exchangeInfo'])
      scope.get(futures, { config: rateLimited('read') }, () => ({
        timezone: 'UTC',
        serverTime: deps.clock.now(),
        rateLimits: [],
        exchangeFilters: [],
        symbols: [],
      }));
    // Nor is there margin trading.
    for (const margins of ['/sapi/v1/margin/allPairs', '/sapi/v1/margin/isolated/allPairs'])
      scope.get(margins, { config: rateLimited('read') }, () => []);
    addUserStream(scope as unknown as Http['app'], http, deps);
    addMarketStreams(scope as unknown as Http['app'], http, stream, deps);
  });
}

function addUserStream(scope: Http['app'], http: Http, deps: Deps): void {
  const streams = new UserStreams({
    ...deps,
    mostPerAddress: deps.config.CONNECTIONS_PER_ADDRESS,
    async signIn(params, ip) {
      const text = signedTextOf(params);
      const claim = {
        ...readSignature(
          new Parameters(text.signed, `signature=${encodeURIComponent(text.signature)}`),
          text.signed,
          deps.clock.now(),
        ),
        key: text.key,
      };
      return (await authenticate(http, { ...claim, ip, permission: 'READ', rate: 'read' })).caller;
    },
    recheck: (caller) => http.gate.recheck(caller),
    async openOrders(caller, ip) {
      const context = buildSignedContext(http, deps, {
        caller,
        signed: { time: 0, digest: '' },
        ip,
        parameters: new Parameters(),
      });
      return readOpenOrdersByForm(context, null);
    },
    findList: async (userId, group) => (await readLists(deps, userId, [group]))[0] ?? null,
  });
  // Browsers send no keys of programs; a page of another site has no access.
  const refuseForeignPages = async (request: FastifyRequest) =>
    assertOwnOrigin(request, new URL(deps.config.PUBLIC_URL).origin);
  scope.get(WS_API_PATH, { websocket: true, onRequest: refuseForeignPages }, (socket, request) =>
    streams.connect(socket, request.ip),
  );
}

function addMarketStreams(scope: Http['app'], http: Http, stream: Stream, deps: Deps): void {
  const streams = new MarketStreams({
    stream,
    clock: deps.clock,
    log: deps.log,
    mostPerAddress: deps.config.CONNECTIONS_PER_ADDRESS,
    async tickers() {
      const call = { method: 'GET', path: '/tickers', caller: null, ip: OWN_ADDRESS } as const;
      return (await requestOwnApi<{ content: Ticker[] }>(http.ask, call)).content;
    },
  });
  const refuseForeignPages = async (request: FastifyRequest) =>
    assertOwnOrigin(request, new URL(deps.config.PUBLIC_URL).origin);
  const options = { websocket: true, onRequest: refuseForeignPages } as const;
  const parseNames = (text: string) => text.split('/').filter((name) => name !== '');
  for (const path of [RAW_PATH, `${RAW_PATH}/*`])
    scope.get(path, options, (socket, request) => {
      const pathNames = (request.raw.url ?? '').replace(/\?.*$/, '').slice(RAW_PATH.length);
      streams.connect(socket, request.ip, {
        names: parseNames(pathNames.replaceAll('%40', '@')),
        combined: false,
      });
    });
  scope.get(COMBINED_PATH, options, (socket, request) => {
    const streamsParameter = new URLSearchParams(queryOf(request)).get('streams') ?? '';
    streams.connect(socket, request.ip, { names: parseNames(streamsParameter), combined: true });
  });
}

const queryOf = ({ raw }: FastifyRequest): string => {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

const runPublic = (
  http: Http,
  { clock, config }: Deps,
  { call, form }: { call: PublicCall; form: FormCall },
  request: FastifyRequest,
) =>
  call({
    ...{ ask: http.ask, clock, limits: buildMinuteLimits(config.rates) },
    ...{ parameters: new Parameters(queryOf(request)).restrictTo(form), ip: request.ip },
  });

async function runSigned(
  http: Http,
  deps: Deps,
  call: SignedCall & { form: FormCall },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const [query, form] = [queryOf(request), typeof request.body === 'string' ? request.body : ''];
  const parameters = new Parameters(query, form);
  const key = request.headers['x-mbx-apikey'];
  if (typeof key !== 'string') throw new BinanceFailure(-2014, 'API-key format invalid.', { status: 401 });
  const claim = readSignature(parameters, removeSignature(query) + removeSignature(form), deps.clock.now());
  const { caller, signed, headers } = await authenticate(http, {
    ...claim,
    key,
    ip: request.ip,
    permission: call.permission,
    rate: call.rate,
  });
  reply.headers(headers);
  parameters.restrictTo(call.form);
  return call.run(buildSignedContext(http, deps, { caller, signed, ip: request.ip, parameters }));
}

/** The signature is the last parameter of its query or form, and not a part of the signed text. */
const removeSignature = (text: string): string => text.replace(/(?:^|&)signature=[^&]*$/, '');

const buildSignedContext = (
  { ask, gate }: Http,
  { db, clock, ordersById }: Deps,
  callData: Pick<SignedContext, 'caller' | 'signed' | 'ip' | 'parameters'>,
): SignedContext => ({
  ...{ ask, db, clock, ordersById, ...callData, calls: 0 },
  readOrderUse: () => gate.readOrderUsage(callData.caller),
});

/** Authenticates the program; refusals are in Binance's format. */
async function authenticate(
  http: Http,
  claim: {
    key: string;
    time: number;
    text: string;
    signature: Buffer;
    ip: string;
    permission: KeyPermission;
    rate: RateClass;
  },
) {
  try {
    return await http.gate.authenticateSignedText(claim);
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.code === 'TIMESTAMP_OUT_OF_WINDOW')
      throw new BinanceFailure(-1021, 'Timestamp for this request is outside of the recvWindow.');
    if (refusal.code === 'API_KEY_REFUSED')
      throw new BinanceFailure(-1022, 'Signature for this request is not valid.', { status: 401 });
    if (refusal.code === 'SIGNATURE_USED')
      throw new BinanceFailure(-1022, 'Signature for this request was used already.');
    throw error;
  }
}

async function readNetworks(context: SignedContext) {
  context.parameters.assertAllRead();
  const { content } = await callOwnApi<{ content: CoinDetail[] }>(context, 'GET', '/coins/details');
  return content.map(networksShape);
}

function replyWithFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error instanceof BinanceFailure ? error : convertError(error);
  if (failure.code === -1000) request.log.error({ err: error, id: request.id }, 'request failed');
  if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter);
  reply.code(failure.status).header('cache-control', 'no-store').send(failure.body);
}

function convertError(error: unknown): BinanceFailure {
  const { code: message, errors, data, status } = toAppError(error);
  return toBinanceFailure({ message, errors, ...(data && { data }) }, STATUS[status], 'READ');
}
