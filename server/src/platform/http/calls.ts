import { AppError, ERRORS, type ErrorCode, STATUS } from '@sarraf/domain';
import type { ArticleLanguage, Endpoint } from '@sarraf/domain/contracts';
import type { Log } from '../log.ts';
import { type Caller, needsNoToken } from './admit.ts';
import { JsonText, Redirection } from './answers.ts';
import { logFailure, toAppError } from './failures.ts';
import type { CallSignature, UsedSignatures } from './keys/used-signatures.ts';
import type { RequestTraces } from './request-traces.ts';
import { createCallValidator, createSerializer } from './strict-contracts.ts';

/**
 * Version of the calls between processes. During a rolling upgrade two processes may have different versions: this
 * number is raised by a change that one of them would interpret differently (a field of `Call` or `Caller` that is
 * renamed, or that restricts). Optional additions don't raise it. Processes whose numbers differ forward nothing to
 * each other, and the client gets 503: so a version that raises it states in the changelog that its processes
 * forward no money requests to the other version's.
 */
export const CALL_PROTOCOL = 2;

/** An admitted and validated call, executed here or by the ledger writer. */
export interface Call {
  /** Unset: 1. */
  protocol?: number;
  /** Method and path of the contract: `DELETE /orders/:id`. */
  endpoint: string;
  /** Id of the request in the logs of both processes. */
  id: string;
  caller: Caller | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
  language: 'fa' | 'en';
  textLanguage: ArticleLanguage;
  idempotency: { key: string; digest: string } | null;
  /** Set if a program signed it: a signature is valid once, which the ledger writer checks. */
  signed?: CallSignature;
  /** Address of the client. */
  ip: string;
  userAgent: string;
  /** A W3C `traceparent`, if the request is traced and was forwarded. */
  trace?: string;
}

export interface ForwardedCallOptions {
  log: Log;
  /**
   * Returns the caller, updated if something of theirs may have changed since they were admitted. Throws if they
   * are no longer authenticated.
   */
  recheck(endpoint: Endpoint, caller: Caller, ip: string): Promise<Caller>;
  /** Signatures of programs, for calls executed here. */
  signatures: UsedSignatures;
  /** Throws if the call may not be started now: the process that sent it may not have been notified yet. */
  assertMayStart?: ((endpoint: Endpoint, caller: Caller | undefined) => void) | undefined;
  /** Continues the trace of calls that are traced by the sender; unset: no tracing. */
  traces?: RequestTraces | undefined;
  pseudonymOf?: ((userId: string) => string) | undefined;
}

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The first character of a response is the type of its content. */
const TEXT_TAG = 't';
const REDIRECTION_TAG = 'r';
const REFUSAL_TAG = 'f';

interface SettlingEndpoint {
  endpoint: Endpoint;
  run(call: Call): unknown;
  isValid(call: Call): boolean;
  serialize(answer: unknown): string;
}

/** Executes calls of settling endpoints that other processes forward. */
export class ForwardedCallHandler {
  readonly #options: ForwardedCallOptions;
  readonly #endpointByName = new Map<string, SettlingEndpoint>();

  constructor(options: ForwardedCallOptions) {
    this.#options = options;
  }

  add(endpoint: Endpoint, run: (call: Call) => unknown): void {
    this.#endpointByName.set(endpointName(endpoint), {
      endpoint,
      run,
      isValid: createCallValidator(endpoint),
      serialize: createSerializer(endpoint),
    });
  }

  /**
   * Executes a call from another process and returns its outcome, also a refusal. It was authorized and
   * rate-limited there; checked again here is what may differ: whether the endpoint exists and this version accepts
   * the call, and callers who changed recently. A call that this version doesn't understand was valid in the one
   * that sent it, so it is refused temporarily: SERVICE_UNAVAILABLE, and nothing was done.
   * @throws if it is no call at all.
   */
  async answer(text: string): Promise<string> {
    const call = JSON.parse(text) as Call;
    const { traces, pseudonymOf } = this.#options;
    const trace = call.trace === undefined ? null : (traces?.begin(call.endpoint, call.trace) ?? null);
    if (trace === null) return (await this.#execute(call)).text;
    const result = await trace.within(() => this.#execute(call));
    const pseudonym = (call.caller && pseudonymOf?.(call.caller.userId)) ?? null;
    trace.end({ id: call.id, who: pseudonym, status: result.status });
    return result.text;
  }

  /**
   * Checks and uses a signature, right before the call is executed and only in the process that executes it. Throws
   * like `UsedSignatures.take`.
   */
  useSignature({ caller, signed }: Pick<Call, 'caller' | 'signed'>): void {
    if (!caller?.program) return;
    if (!signed) throw new AppError('API_KEY_REFUSED');
    this.#options.signatures.useOnce(signed);
  }

  async #execute(call: Call): Promise<{ status: number; text: string }> {
    try {
      const settling = this.#endpointByName.get(call.endpoint);
      if (!settling || (call.protocol ?? 1) !== CALL_PROTOCOL) throw this.#createProtocolError(call);
      const { endpoint, isValid, run, serialize } = settling;
      if (!isValid(call) || (call.caller === undefined) !== needsNoToken(endpoint))
        throw this.#createProtocolError(call);
      if (call.caller) call.caller = await this.#options.recheck(endpoint, call.caller, call.ip);
      this.#options.assertMayStart?.(endpoint, call.caller);
      this.useSignature(call);
      const result = await run(call);
      if (result instanceof Redirection)
        return { status: result.status, text: REDIRECTION_TAG + JSON.stringify([result.status, result.url]) };
      return { status: 200, text: TEXT_TAG + (result instanceof JsonText ? result.text : serialize(result)) };
    } catch (error) {
      logFailure(error, { id: call.id, log: this.#options.log });
      const { code, errors, data, status } = toAppError(error);
      return { status: STATUS[status], text: REFUSAL_TAG + JSON.stringify({ code, errors, data }) };
    }
  }

  #createProtocolError({ endpoint, protocol, id }: Call): AppError {
    this.#options.log.warn({ area: 'bus', id, endpoint, protocol }, 'call of an unknown protocol version');
    return new AppError('SERVICE_UNAVAILABLE');
  }
}

/**
 * Returns the reply of another process as its handler returned it. Throws its refusals; SERVICE_UNAVAILABLE for
 * replies that only another version understands: a repeat with the same idempotency key returns the outcome.
 */
export function parseForwardedResponse(response: string): JsonText | Redirection {
  const content = response.slice(1);
  if (response[0] === TEXT_TAG) return new JsonText(content);
  if (response[0] === REDIRECTION_TAG) {
    const [status, url] = JSON.parse(content) as [302 | 303, string];
    return new Redirection(url, status);
  }
  if (response[0] !== REFUSAL_TAG) throw new AppError('SERVICE_UNAVAILABLE');
  const { code, errors, data } = JSON.parse(content) as {
    code: ErrorCode;
    errors: string[];
    data?: Record<string, unknown>;
  };
  if (!Object.hasOwn(ERRORS, code)) throw new AppError('SERVICE_UNAVAILABLE');
  throw new AppError(code, { errors, ...(data && { data }) });
}
