import { createHash } from 'node:crypto';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a page of another site may do with it: read it, and see what it takes to ask sparingly. Nobody's session plays a part. */
const FOR_ALL_SITES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};
const ASKED_BEFORE = {
  'access-control-allow-methods': 'GET, HEAD',
  // What programs send along by habit, and by what a page says which answer it has.
  'access-control-allow-headers': 'accept, accept-language, content-type, if-none-match',
  'access-control-max-age': '86400',
};

/** Of an answer that is written once and sent to many the tag is made once. */
const tags = new WeakMap<Buffer, string>();

/** Weak: the same content, however it is compressed on its way. */
function tagOf(payload: string | Buffer): string {
  const known = typeof payload === 'string' ? undefined : tags.get(payload);
  if (known !== undefined) return known;
  const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
  if (typeof payload !== 'string') tags.set(payload, tag);
  return tag;
}

function isKnown(asked: string | undefined, tag: string): boolean {
  const known = asked?.split(',').map((one) => one.trim()) ?? [];
  return known.some((one) => one === '*' || one === tag || one === tag.slice(2));
}

/** The headers of a shared endpoint's answers, its refusals too; nothing but 304 where the asker has the answer already. */
export async function answerShared(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.headers(FOR_ALL_SITES);
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
  const tag = tagOf(payload);
  // It may be kept, and is asked about each time.
  reply.header('cache-control', 'no-cache').header('etag', tag);
  if (!isKnown(request.headers['if-none-match'], tag)) return payload;
  reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return '';
}

/** A browser asks first where a page of another site sends more than the plainest headers. */
export function allowAllSites(app: FastifyInstance, { path }: Endpoint, prefix: string): void {
  app.options(prefix + path, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...FOR_ALL_SITES, ...ASKED_BEFORE })
      .send(),
  );
}
