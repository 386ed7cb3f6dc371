import { AppError, ERRORS, type ErrorCode, STATUS } from '@sarraf/domain';
import type { ArticleLanguage, Endpoint } from '@sarraf/domain/contracts';
import type { Log } from '../log.ts';
import { type Caller, isOpen } from './admit.ts';
import { JsonText, Redirection } from './answers.ts';
import { logFailure, refusalOf } from './failures.ts';
import type { CallSignature, UsedSignatures } from './keys/used-signatures.ts';
import type { RequestTraces } from './request-traces.ts';
import { createSerializer, validatorOf } from './strict-contracts.ts';

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

export interface CallsOptions {
  log: Log;
  /**
   * Returns the caller, updated if something of theirs may have changed since they were admitted. Throws if they
   * are no longer authenticated.
   */
  recheck(endpoint: Endpoint, caller: Caller, ip: string): Promise<Caller>;
  /** Signatures of programs, for calls executed here. */
  signatures: UsedSignatures;
  /** Throws if the call may not be started now: the process that sent it may not have been notified yet. */
  judge?: ((endpoint: Endpoint, caller: Caller | undefined) => void) | undefined;
  /** Continues the trace of calls that are traced by the sender; unset: no tracing. */
  traces?: RequestTraces | undefined;
  pseudonymOf?: ((userId: string) => string) | undefined;
}

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The first character of a response is the type of its content. */
const TEXT = 't';
const REDIRECTION = 'r';
const REFUSAL = 'f';

interface Settling {
  endpoint: Endpoint;
  run(call: Call): unknown;
  isValid(call: Call): boolean;
  write(answer: unknown): string;
}

/** Executes calls of settling endpoints that other processes forward. */
export class ForwardedCallHandler {
  readonly #options: CallsOptions;
  readonly #settling = new Map<string, Settling>();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  add(endpoint: Endpoint, run: (call: Call) => unknown): void {
    this.#settling.set(endpointName(endpoint), {
      endpoint,
      run,
      isValid: validatorOf(endpoint),
      write: createSerializer(endpoint),
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
    if (trace === null) return (await this.#do(call)).text;
    const answer = await trace.within(() => this.#do(call));
    const who = (call.caller && pseudonymOf?.(call.caller.userId)) ?? null;
    trace.end({ id: call.id, who, status: answer.status });
    return answer.text;
  }

  /**
   * Checks and uses a signature, right before the call is executed and only in the process that executes it. Throws
   * like `UsedSignatures.take`.
   */
  useSignature({ caller, signed }: Pick<Call, 'caller' | 'signed'>): void {
    if (!caller?.program) return;
    if (!signed) throw new AppError('API_KEY_REFUSED');
    this.#options.signatures.take(signed);
  }

  async #do(call: Call): Promise<{ status: number; text: string }> {
    try {
      const settling = this.#settling.get(call.endpoint);
      if (!settling || (call.protocol ?? 1) !== CALL_PROTOCOL) throw this.#notUnderstood(call);
      const { endpoint, isValid, run, write } = settling;
      if (!isValid(call) || (call.caller === undefined) !== isOpen(endpoint)) throw this.#notUnderstood(call);
      if (call.caller) call.caller = await this.#options.recheck(endpoint, call.caller, call.ip);
      this.#options.judge?.(endpoint, call.caller);
      this.useSignature(call);
      const answer = await run(call);
      if (answer instanceof Redirection)
        return { status: answer.status, text: REDIRECTION + JSON.stringify([answer.status, answer.url]) };
      return { status: 200, text: TEXT + (answer instanceof JsonText ? answer.text : write(answer)) };
    } catch (error) {
      logFailure(error, { id: call.id, log: this.#options.log });
      const { code, errors, data, status } = refusalOf(error);
      return { status: STATUS[status], text: REFUSAL + JSON.stringify({ code, errors, data }) };
    }
  }

  #notUnderstood({ endpoint, protocol, id }: Call): AppError {
    this.#options.log.warn({ area: 'bus', id, endpoint, protocol }, 'call of an unknown protocol version');
    return new AppError('SERVICE_UNAVAILABLE');
  }
}

/**
 * Returns the reply of another process as its handler returned it. Throws its refusals; SERVICE_UNAVAILABLE for
 * replies that only another version understands: a repeat with the same idempotency key returns the outcome.
 */
export function readAnswer(answer: string): JsonText | Redirection {
  const content = answer.slice(1);
  if (answer[0] === TEXT) return new JsonText(content);
  if (answer[0] === REDIRECTION) {
    const [status, url] = JSON.parse(content) as [302 | 303, string];
    return new Redirection(url, status);
  }
  if (answer[0] !== REFUSAL) throw new AppError('SERVICE_UNAVAILABLE');
  const { code, errors, data } = JSON.parse(content) as {
    code: ErrorCode;
    errors: string[];
    data?: Record<string, unknown>;
  };
  if (!Object.hasOwn(ERRORS, code)) throw new AppError('SERVICE_UNAVAILABLE');
  throw new AppError(code, { errors, ...(data && { data }) });
}
