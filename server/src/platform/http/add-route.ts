import type { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, authorizeCaller, authorizeRequest, type Caller, needsNoToken } from './admit.ts';
import { createDeprecationHook } from './announce-end.ts';
import { sendResult } from './answers.ts';
import { type Call, endpointName, type ForwardedCallHandler } from './calls.ts';
import type { WriterForwarder } from './forward.ts';
import { assertNoSessionToken, hasKeyHeaders, type KeyAuthenticator } from './keys/key-gate.ts';
import type { EndpointLimit, NetworkLimits } from './network-limits.ts';
import { API_PREFIX, type OwnCall } from './own-calls.ts';
import { readBearerToken, toCall } from './read-call.ts';
import { readMultipart } from './read-parts.ts';
import { runInRequestScope } from './request-scope.ts';
import type { RequestTrace } from './request-traces.ts';
import { addPreflightRoute, applySharedHeaders } from './shared-answers.ts';
import { assertNoBodyOfGet, buildRequestSchemas, normalizeBody } from './strict-contracts.ts';

/**
 * Returns the caller who was authenticated by another form of the API; null: none, and the request's own
 * credentials count.
 */
export type FindAdmittedCaller = (request: FastifyRequest) => OwnCall['caller'];
export type BeforeUserWrite = (userId: string) => Promise<void>;
export type StartCheck = (endpoint: Endpoint, caller: Caller | undefined) => void;

export const BODY_LIMIT = 100_000;

/** Registers an endpoint: access, validation, execution and reply. */
export function addRoute(
  app: FastifyInstance,
  admission: Admission & {
    forwarding: WriterForwarder | undefined;
    calls: ForwardedCallHandler;
    willChange: BeforeUserWrite | undefined;
    judge: StartCheck | undefined;
    gate: KeyAuthenticator;
    admittedAs: FindAdmittedCaller;
    networkLimits: NetworkLimits;
    /** Whether a request is exempt from rate limits. */
    isUncounted: (request: FastifyRequest) => boolean;
  },
  endpoint: Endpoint,
  handler: (context: object) => unknown,
): void {
  const { config, forwarding, calls, willChange, judge } = admission;
  const forwarder = endpoint.settles ? forwarding : undefined;
  if (endpoint.access === 'sandbox' && !config.sandbox) return;
  const runHandler = (context: object) =>
    config.sandbox ? runInRequestScope(endpoint, () => handler(context)) : handler(context);
  if (endpoint.settles) calls.add(endpoint, runHandler);
  const rate = config.rates[endpoint.rate];
  const limit = admission.networkLimits.createEndpointLimit(endpoint);
  if (endpoint.shared) addPreflightRoute(app, endpoint, API_PREFIX);
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path,
    schema: { ...buildRequestSchemas(endpoint), response: { 200: endpoint.reply } },
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    ...(endpoint.files && { bodyLimit: endpoint.files.names.length * endpoint.files.maxBytes + BODY_LIMIT }),
    config: {
      rateLimit: limit ? false : { max: rate.max, timeWindow: rate.windowMs },
      form: endpoint.form === true,
      byKey: endpoint.permission !== undefined,
      contract: endpointName(endpoint),
    },
    onRequest: [
      ...(endpoint.deprecated ? [createDeprecationHook(endpoint.deprecated)] : []),
      ...(limit ? [createRateCounter(limit, admission.isUncounted)] : []),
    ],
    preParsing: async (request, reply, payload) => {
      // Access is checked before any input is parsed, and after the rate limit. For a program the body is read
      // first, because the signature covers it.
      const body = await authenticate(endpoint, request, {
        reply,
        payload: payload as Readable,
        admission,
      }).catch((error: unknown) => {
        // A caller who is signed in but lacks permission has not guessed a token.
        if (error instanceof AppError && error.code !== 'Invalid Token') request.networkUse?.uncount();
        else request.networkUse?.assertWithinBudget();
        throw error;
      });
      if (request.networkUse) limit?.countSession(request, reply);
      judge?.(endpoint, request.caller);
      assertNoBodyOfGet(endpoint, request);
      if (request.caller && endpoint.method !== 'GET') await willChange?.(request.caller.userId);
      return body;
    },
    preValidation: async (request) => {
      if (endpoint.files) await readMultipart(request, endpoint.files);
      normalizeBody(endpoint, request);
    },
    ...(endpoint.shared && { onSend: applySharedHeaders }),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const call = toCall(endpoint, request);
      const { uploads: files, trace } = request;
      if (forwarder && !forwarder.isHere())
        return sendResult(reply, await forwardCall(forwarder, call, trace));
      if (endpoint.settles) calls.useSignature(call);
      const context = endpoint.settles
        ? call
        : { ...call, files, token: readBearerToken(request), request, reply };
      return sendResult(reply, await (trace ? trace.within(() => runHandler(context)) : runHandler(context)));
    },
  });
}

const createRateCounter =
  (limit: EndpointLimit, isUncounted: (request: FastifyRequest) => boolean) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isUncounted(request)) limit.count(request, reply);
  };

/** Authenticates the caller, by session token or key; returns the body, read or not. */
async function authenticate(
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    reply,
    payload,
    admission,
  }: {
    reply: FastifyReply;
    payload: Readable;
    admission: Admission & { gate: KeyAuthenticator; admittedAs: FindAdmittedCaller };
  },
): Promise<Readable> {
  const admitted = needsNoToken(endpoint) ? null : admission.admittedAs(request);
  if (admitted) {
    request.caller = admitted.caller;
    request.signed = admitted.signed;
    authorizeCaller(endpoint, admitted.caller, admission);
    return payload;
  }
  const byKey = hasKeyHeaders(request);
  if (byKey) assertNoSessionToken(request);
  if (!byKey || needsNoToken(endpoint)) {
    request.caller = await authorizeRequest(endpoint, readBearerToken(request), admission);
    return payload;
  }
  assertNoBodyOfGet(endpoint, request);
  const maxBytes = endpoint.maxBytes ?? BODY_LIMIT;
  const authenticated = await admission.gate.authenticateRequest(endpoint, request, {
    reply,
    payload,
    mostBytes: maxBytes,
  });
  request.caller = authenticated.caller;
  request.signed = authenticated.signed;
  authorizeCaller(endpoint, authenticated.caller, admission);
  return authenticated.payload;
}

const forwardCall = (forwarder: WriterForwarder, call: Call, trace: RequestTrace | null) =>
  trace
    ? trace.withTraceparent((parent) => forwarder.forward({ ...call, trace: parent }))
    : forwarder.forward(call);
