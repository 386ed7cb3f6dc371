import { AppError } from '@sarraf/domain';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses pages of other sites: browsers let any page open a WebSocket anywhere, and send its origin. Programs send
 * none.
 *
 * FORBIDDEN.
 */
export function assertOwnOrigin({ headers, host }: FastifyRequest, ownOrigin?: string): void {
  const { origin } = headers;
  if (origin === undefined || origin === ownOrigin) return;
  // "null" is a page with an opaque origin: a sandboxed frame, a file.
  const pageUrl = URL.parse(origin);
  if (pageUrl === null || pageUrl.host !== host) throw new AppError('FORBIDDEN');
  // A page of our host without encryption may come from an attacker.
  if (ownOrigin !== undefined && new URL(ownOrigin).host === pageUrl.host) throw new AppError('FORBIDDEN');
}
