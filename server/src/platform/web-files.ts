import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from './http.ts';

const YEAR = 31_536_000;

/**
 * Serves the built web: files with a hash in their name for ever, the page fresh each time. Any other path answers
 * the page too, since the web's router decides what is there. Compressed twins are made at build time.
 */
export async function serveWeb(http: Http, root: string): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  await http.app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  http.answerPage = (reply) => reply.sendFile('index.html');
}
