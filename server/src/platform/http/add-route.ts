import type { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, authorizeCaller, authorizeRequest, type Caller, isOpen } from './admit.ts';
import { announceEnd } from './announce-end.ts';
import { replyWith } from './answers.ts';
import { type Call, endpointName, type ForwardedCallHandler } from './calls.ts';
import type { WriterForwarder } from './forward.ts';
import { comesByKey, type KeyGate, refuseBoth } from './keys/key-gate.ts';
import type { EndpointLimit, NetworkLimits } from './network-limits.ts';
import { API_PREFIX, type OwnCall } from './own-calls.ts';
import { bearer, callOf } from './read-call.ts';
import { readParts } from './read-parts.ts';
import { runInRequestScope } from './request-scope.ts';
import type { RequestTrace } from './request-traces.ts';
import { allowAllSites, answerShared } from './shared-answers.ts';
import { normalizeBody, refuseBodyOf, requestSchemas } from './strict-contracts.ts';

/**
 * Returns the caller who was authenticated by another form of the API; null: none, and the request's own
 * credentials count.
 */
export type AdmittedAs = (request: FastifyRequest) => OwnCall['caller'];
export type WillChange = (userId: string) => Promise<void>;
export type Judge = (endpoint: Endpoint, caller: Caller | undefined) => void;

export const BODY_LIMIT = 100_000;

/** Registers an endpoint: access, validation, execution and reply. */
export function addRoute(
  app: FastifyInstance,
  admission: Admission & {
    forwarding: WriterForwarder | undefined;
    calls: ForwardedCallHandler;
    willChange: WillChange | undefined;
    judge: Judge | undefined;
    gate: KeyGate;
    admittedAs: AdmittedAs;
    networkLimits: NetworkLimits;
    /** Whether a request is exempt from rate limits. */
    isUncounted: (request: FastifyRequest) => boolean;
  },
  endpoint: Endpoint,
  handler: (context: object) => unknown,
): void {
  const { config, forwarding, calls, willChange, judge } = admission;
  const passing = endpoint.settles ? forwarding : undefined;
  if (endpoint.access === 'sandbox' && !config.sandbox) return;
  const run = (context: object) =>
    config.sandbox ? runInRequestScope(endpoint, () => handler(context)) : handler(context);
  if (endpoint.settles) calls.add(endpoint, run);
  const rate = config.rates[endpoint.rate];
  const limit = admission.networkLimits.of(endpoint);
  if (endpoint.shared) allowAllSites(app, endpoint, API_PREFIX);
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path,
    schema: { ...requestSchemas(endpoint), response: { 200: endpoint.reply } },
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    ...(endpoint.files && { bodyLimit: endpoint.files.names.length * endpoint.files.maxBytes + BODY_LIMIT }),
    config: {
      rateLimit: limit ? false : { max: rate.max, timeWindow: rate.windowMs },
      form: endpoint.form === true,
      byKey: endpoint.permission !== undefined,
      contract: endpointName(endpoint),
    },
    onRequest: [
      ...(endpoint.deprecated ? [announceEnd(endpoint.deprecated)] : []),
      ...(limit ? [countBy(limit, admission.isUncounted)] : []),
    ],
    preParsing: async (request, reply, payload) => {
      // Access is checked before any input is parsed, and after the rate limit. For a program the body is read
      // first, because the signature covers it.
      const entered = await enter(endpoint, request, {
        reply,
        payload: payload as Readable,
        admission,
      }).catch((error: unknown) => {
        // A caller who is signed in but lacks permission has not guessed a token.
        if (error instanceof AppError && error.code !== 'Invalid Token') request.networkUse?.giveBack();
        else request.networkUse?.refuseTooMany();
        throw error;
      });
      if (request.networkUse) limit?.admit(request);
      judge?.(endpoint, request.caller);
      refuseBodyOf(endpoint, request);
      if (request.caller && endpoint.method !== 'GET') await willChange?.(request.caller.userId);
      return entered;
    },
    preValidation: async (request) => {
      if (endpoint.files) await readParts(request, endpoint.files);
      normalizeBody(endpoint, request);
    },
    ...(endpoint.shared && { onSend: answerShared }),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const call = callOf(endpoint, request);
      const { uploads: files, trace } = request;
      if (passing && !passing.isHere()) return replyWith(reply, await passOn(passing, call, trace));
      if (endpoint.settles) calls.useSignature(call);
      const context = endpoint.settles ? call : { ...call, files, token: bearer(request), request, reply };
      return replyWith(reply, await (trace ? trace.within(() => run(context)) : run(context)));
    },
  });
}

const countBy =
  (limit: EndpointLimit, isUncounted: (request: FastifyRequest) => boolean) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isUncounted(request)) limit.count(request, reply);
  };

/** Authenticates the caller, by session token or key; returns the body, read or not. */
async function enter(
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    reply,
    payload,
    admission,
  }: {
    reply: FastifyReply;
    payload: Readable;
    admission: Admission & { gate: KeyGate; admittedAs: AdmittedAs };
  },
): Promise<Readable> {
  const known = isOpen(endpoint) ? null : admission.admittedAs(request);
  if (known) {
    request.caller = known.caller;
    request.signed = known.signed;
    authorizeCaller(endpoint, known.caller, admission);
    return payload;
  }
  const byKey = comesByKey(request);
  if (byKey) refuseBoth(request);
  if (!byKey || isOpen(endpoint)) {
    request.caller = await authorizeRequest(endpoint, bearer(request), admission);
    return payload;
  }
  refuseBodyOf(endpoint, request);
  const mostBytes = endpoint.maxBytes ?? BODY_LIMIT;
  const entered = await admission.gate.enter(endpoint, request, { reply, payload, mostBytes });
  request.caller = entered.caller;
  request.signed = entered.signed;
  authorizeCaller(endpoint, entered.caller, admission);
  return entered.payload;
}

const passOn = (passing: WriterForwarder, call: Call, trace: RequestTrace | null) =>
  trace ? trace.passOn((parent) => passing.pass({ ...call, trace: parent })) : passing.pass(call);
