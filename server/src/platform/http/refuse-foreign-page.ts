import { AppError } from '@sarraf/domain';
import type { FastifyRequest } from 'fastify';

/**
 * Browsers let every page open a stream anywhere, and say whose page it is: none but ours may. Programs say nothing.
 *
 * FORBIDDEN.
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, ownOrigin?: string): void {
  const { origin } = headers;
  if (origin === undefined || origin === ownOrigin) return;
  // "null" is a page without an origin of its own: a sandboxed frame, a file.
  const page = URL.parse(origin);
  if (page === null || page.host !== host) throw new AppError('FORBIDDEN');
  // A page of our name that came without encryption may be anybody's.
  if (ownOrigin !== undefined && new URL(ownOrigin).host === page.host) throw new AppError('FORBIDDEN');
}
