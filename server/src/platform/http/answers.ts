import type { FastifyReply } from 'fastify';

/** A reply whose JSON text exists already, as the ledger stores it with the idempotency key. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A redirect of the browser: by the method it used (302), or always by GET (303). */
export class Redirection {
  readonly url: string;
  readonly status: 302 | 303;
  constructor(url: string, status: 302 | 303) {
    this.url = url;
    this.status = status;
  }
}

/** Converts the result of a handler to a reply; anything else is left to the framework. */
export function sendResult(reply: FastifyReply, result: unknown): unknown {
  if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text);
  if (result instanceof Redirection) return reply.redirect(result.url, result.status);
  return result;
}
