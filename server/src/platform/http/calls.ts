import { type ErrorCode, Refusal } from '@sarraf/domain';
import type { ArticleLanguage, Endpoint } from '@sarraf/domain/contracts';
import type { Log } from '../log.ts';
import { type Caller, isOpen } from './admit.ts';
import { JsonText, Redirection } from './answers.ts';
import { logFailure, refusalOf } from './failures.ts';
import { validatorOf, writerOf } from './strict-contracts.ts';

/** A call that was admitted and found valid, as it is done here or by the process that settles the books. */
export interface Call {
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
  /** The client's. */
  ip: string;
  userAgent: string;
}

export interface CallsOptions {
  log: Log;
  /** The caller as of now where something of theirs may have changed since they were admitted; null: they are nobody. */
  recheck(endpoint: Endpoint, caller: Caller): Promise<Caller>;
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
export class Calls {
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
      write: writerOf(endpoint),
    });
  }

  /**
   * Does what another process sends, and answers what came of it, a refusal too. It was admitted and counted there; what
   * is judged here again is what may be otherwise here: whether there is such an endpoint and whether this version of it
   * takes such a call, and callers of whom something has just changed.
   * @throws Where it is no call at all.
   */
  async answer(text: string): Promise<string> {
    const call = JSON.parse(text) as Call;
    const settling = this.#settling.get(call.endpoint);
    if (!settling) throw new Error('a call of an endpoint that does not settle');
    try {
      const { endpoint, isValid, run, write } = settling;
      if (!isValid(call) || (call.caller === undefined) !== isOpen(endpoint))
        throw new Refusal('BAD_REQUEST', { errors: ['body'] });
      if (call.caller) call.caller = await this.#options.recheck(endpoint, call.caller);
      const answer = await run(call);
      if (answer instanceof JsonText) return TEXT + answer.text;
      if (answer instanceof Redirection) return REDIRECTION + JSON.stringify([answer.status, answer.url]);
      return TEXT + write(answer);
    } catch (error) {
      logFailure(error, { id: call.id, log: this.#options.log });
      const { code, errors, data } = refusalOf(error);
      return REFUSAL + JSON.stringify({ code, errors, data });
    }
  }
}

/** What another process answered, as its handler answered it there. Throws what it refused. */
export function readAnswer(answer: string): JsonText | Redirection {
  const content = answer.slice(1);
  if (answer[0] === TEXT) return new JsonText(content);
  if (answer[0] === REDIRECTION) {
    const [status, url] = JSON.parse(content) as [302 | 303, string];
    return new Redirection(url, status);
  }
  const { code, errors, data } = JSON.parse(content) as {
    code: ErrorCode;
    errors: string[];
    data?: Record<string, unknown>;
  };
  throw new Refusal(code, { errors, ...(data && { data }) });
}
