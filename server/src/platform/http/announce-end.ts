import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Adds the deprecation and sunset headers to each response of an operation, refusals included: RFC 9745 writes a
 * number, RFC 8594 a date in words.
 */
export function createDeprecationHook({ since, until }: NonNullable<Endpoint['deprecated']>) {
  const headers = {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: '</developers/changes>; rel="deprecation"; type="text/html"',
  };
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
  };
}
