import { createHash } from 'node:crypto';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * CORS headers: pages of other sites may read the response, and the headers needed to poll sparingly. Sessions play
 * no part.
 */
const FOR_ALL_SITES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};
const ASKED_BEFORE = {
  'access-control-allow-methods': 'GET, HEAD',
  // Headers that programs commonly send, and the one by which a page revalidates.
  'access-control-allow-headers': 'accept, accept-language, content-type, if-none-match',
  'access-control-max-age': '86400',
};

/** A buffer that is sent to many clients is hashed once. */
const tags = new WeakMap<Buffer, string>();

/** A weak tag: the same content under any compression. */
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

/**
 * Sets the headers of a shared endpoint's responses, refusals included; sends only 304 if the client already has
 * the content.
 */
export async function answerShared(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.headers(FOR_ALL_SITES);
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
  const tag = tagOf(payload);
  // It may be cached, and must be revalidated each time.
  reply.header('cache-control', 'no-cache').header('etag', tag);
  if (!isKnown(request.headers['if-none-match'], tag)) return payload;
  reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return '';
}

/** Handles preflight requests: browsers send one if a page of another site sets more than the simplest headers. */
export function allowAllSites(app: FastifyInstance, { path }: Endpoint, prefix: string): void {
  app.options(prefix + path, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...FOR_ALL_SITES, ...ASKED_BEFORE })
      .send(),
  );
}
