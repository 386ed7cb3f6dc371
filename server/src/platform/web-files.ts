import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from './http.ts';
import { type DescribePage, type PageLanguage, Pages } from './page.ts';

const YEAR = 31_536_000;
/** What the build leaves for the server alone. */
const INNER = /^\/(index\.html|screens\.json)/;

/**
 * Serves the built web: files with a hash in their name for ever, the page fresh each time. Any other path answers
 * the page too, since the web's router decides what is there. Compressed twins of the files are made at build time.
 */
export async function serveWeb(
  http: Http,
  root: string,
  { publicUrl, describe }: { publicUrl: string; describe: DescribePage },
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  const pages = new Pages(root, publicUrl, describe);
  await http.app.register(fastifyStatic, {
    root,
    preCompressed: true,
    // A route a file: whatever is none is a page.
    wildcard: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => !INNER.test(path),
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  http.answerPage = async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://page');
    const page = await pages.of(pathname, languageOf(request));
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie')
      .header('etag', page.etag);
    // Headers of a 304 take the place of those the browser has kept: the policy goes with both.
    if (page.styleHash) allowStyle(reply, page.styleHash);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const coding = codingOf(request);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type('text/html; charset=utf-8').send(page.bodies[coding]);
  };
}

/** `?lang=`, then what was chosen before, then Persian: as the page itself decides. */
function languageOf(request: FastifyRequest): PageLanguage {
  const asked = (request.query as { lang?: unknown }).lang;
  if (asked === 'fa' || asked === 'en') return asked;
  return /(?:^|;\s*)sarraf_language=en(?:;|$)/.test(request.headers.cookie ?? '') ? 'en' : 'fa';
}

function codingOf(request: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** The one style sheet that stands in the page itself. */
function allowStyle(reply: FastifyReply, hash: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header(
    'content-security-policy',
    policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`),
  );
}
