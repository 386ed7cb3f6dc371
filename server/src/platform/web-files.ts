import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknown } from './failures.ts';
import { API_PREFIX, type Http } from './http.ts';

const YEAR = 31_536_000;

/**
 * Serves the built web: files with a hash in their name for ever, the page fresh each time. Any other path answers
 * the page too, since the web's router decides what is there. Compressed twins are made at build time.
 */
export async function serveWeb({ app }: Http, root: string): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return reply.sendFile('index.html') as FastifyReply;
    return answerUnknown(request, reply);
  });
}

const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.url.startsWith(`${API_PREFIX}/`) &&
  !/\.[a-z0-9]{2,5}(\?|$)/i.test(request.url);
