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
 * What a call between processes means. While an installation is updated the two may be of different versions: this
 * number rises with a change by which one of them would decide something else than the other meant (a field of `Call` or
 * `Caller` that is renamed, or that restricts). What is added and may be missing leaves it. Between processes whose numbers
 * differ nothing passes, and who sent it is told to try again (503): so a version that raises it says in the changelog that
 * its processes take no money requests through the other version's.
 */
export const CALL_PROTOCOL = 2;

/** A call that was admitted and found valid, as it is done here or by the process that settles the books. */
export interface Call {
  /** Unset: 1. */
  protocol?: number;
  /** Method and path, as the contract has them: `DELETE /orders/:id`. */
  endpoint: string;
  /** Of the request, by which the logs of both processes name it. */
  id: string;
  caller: Caller | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
  language: 'fa' | 'en';
  textLanguage: ArticleLanguage;
  idempotency: { key: string; digest: string } | null;
  /** Where a program signed it: it is good once, which is judged where it settles. */
  signed?: CallSignature;
  /** The client's. */
  ip: string;
  userAgent: string;
  /** A W3C `traceparent`, where the request is followed and has come to another process. */
  trace?: string;
}

export interface CallsOptions {
  log: Log;
  /** The caller as of now where something of theirs may have changed since they were admitted; null: they are nobody. */
  recheck(endpoint: Endpoint, caller: Caller, ip: string): Promise<Caller>;
  /** Of programs, for what settles here. */
  signatures: UsedSignatures;
  /** Throws where it may not be begun now: the process that sent it may not have heard of that yet. */
  judge?: ((endpoint: Endpoint, caller: Caller | undefined) => void) | undefined;
  /** Follows those that are followed where they came from; unset: nobody does. */
  traces?: RequestTraces | undefined;
  pseudonymOf?: ((userId: string) => string) | undefined;
}

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The first letter of an answer says what the rest of it is. */
const TEXT = 't';
const REDIRECTION = 'r';
const REFUSAL = 'f';

interface Settling {
  endpoint: Endpoint;
  run(call: Call): unknown;
  isValid(call: Call): boolean;
  write(answer: unknown): string;
}

/** The endpoints that settle, and how calls of them come from other processes and are answered. */
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
   * Does what another process sends, and answers what came of it, a refusal too. It was admitted and counted there; what
   * is judged here again is what may be otherwise here: whether there is such an endpoint and whether this version of it
   * takes such a call, and callers of whom something has just changed. A call that this version doesn't understand is
   * valid in the one that sent it, so it is not refused for good: SERVICE_UNAVAILABLE, and nothing was done.
   * @throws Where it is no call at all.
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

  /** Right before it is done, here and by nobody else. Those of `UsedSignatures.take`. */
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
    this.#options.log.warn(
      { area: 'bus', id, endpoint, protocol },
      'a call of another version is not understood here',
    );
    return new AppError('SERVICE_UNAVAILABLE');
  }
}

/**
 * What another process answered, as its handler answered it there. Throws what it refused; SERVICE_UNAVAILABLE for what
 * only another version understands: a repeat with its key tells.
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
