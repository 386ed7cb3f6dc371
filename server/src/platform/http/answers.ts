import type { FastifyReply } from 'fastify';

/** An answer whose JSON text is there already, as the ledger keeps it with the key of a request. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The browser goes on elsewhere: by GET as it came (302), or whatever it came by (303). */
export class Redirection {
  readonly url: string;
  readonly status: 302 | 303;
  constructor(url: string, status: 302 | 303) {
    this.url = url;
    this.status = status;
  }
}

/** What a handler answered, as a reply; anything else is for the framework to write. */
export function replyWith(reply: FastifyReply, answer: unknown): unknown {
  if (answer instanceof JsonText) return reply.type('application/json; charset=utf-8').send(answer.text);
  if (answer instanceof Redirection) return reply.redirect(answer.url, answer.status);
  return answer;
}
