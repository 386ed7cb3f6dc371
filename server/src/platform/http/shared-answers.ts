import { createHash } from 'node:crypto';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * CORS headers: pages of other sites may read the response, and the headers needed to poll sparingly. Sessions play
 * no part.
 */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD',
  // Headers that programs commonly send, and the one by which a page revalidates.
  'access-control-allow-headers': 'accept, accept-language, content-type, if-none-match',
  'access-control-max-age': '86400',
};

/** A buffer that is sent to many clients is hashed once. */
const etagByBuffer = new WeakMap<Buffer, string>();

/** A weak tag: the same content under any compression. */
function computeEtag(payload: string | Buffer): string {
  const cached = typeof payload === 'string' ? undefined : etagByBuffer.get(payload);
  if (cached !== undefined) return cached;
  const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
  if (typeof payload !== 'string') etagByBuffer.set(payload, tag);
  return tag;
}

function matchesEtag(header: string | undefined, tag: string): boolean {
  const clientEtags = header?.split(',').map((etag) => etag.trim()) ?? [];
  return clientEtags.some(
    (clientEtag) => clientEtag === '*' || clientEtag === tag || clientEtag === tag.slice(2),
  );
}

/**
 * Sets the headers of a shared endpoint's responses, refusals included; sends only 304 if the client already has
 * the content.
 */
export async function applySharedHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.headers(CORS_HEADERS);
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
  const tag = computeEtag(payload);
  // It may be cached, and must be revalidated each time.
  reply.header('cache-control', 'no-cache').header('etag', tag);
  if (!matchesEtag(request.headers['if-none-match'], tag)) return payload;
  reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return '';
}

/** Handles preflight requests: browsers send one if a page of another site sets more than the simplest headers. */
export function addPreflightRoute(app: FastifyInstance, { path }: Endpoint, prefix: string): void {
  app.options(prefix + path, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...CORS_HEADERS, ...PREFLIGHT_HEADERS })
      .send(),
  );
}
