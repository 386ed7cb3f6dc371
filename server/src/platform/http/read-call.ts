import { hash } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import type { ArticleLanguage, Endpoint } from '@sarraf/domain/contracts';
import type { FastifyRequest } from 'fastify';
import { choosePreferredLanguage } from './accept-language.ts';
import { type Call, endpointName } from './calls.ts';

/** Returns the call of an admitted and validated request. BAD_REQUEST: the idempotency key is malformed. */
export const toCall = (endpoint: Endpoint, request: FastifyRequest): Call => ({
  endpoint: endpointName(endpoint),
  id: request.id,
  caller: request.caller,
  params: request.params,
  query: request.query,
  body: request.body,
  language: choosePreferredLanguage(request.headers['accept-language'], ['fa', 'en']),
  textLanguage: choosePreferredLanguage<ArticleLanguage>(request.headers['accept-language'], [
    'fa',
    'en',
    'ar',
  ]),
  idempotency: readIdempotency(request, endpoint),
  ...(request.signed && { signed: request.signed }),
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
});

export function readBearerToken(request: FastifyRequest): string | null {
  // The scheme's name is case-insensitive: RFC 9110, 11.1.
  return /^bearer +(.*\S) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function readIdempotency(
  request: FastifyRequest,
  endpoint: Endpoint,
): { key: string; digest: string } | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw new AppError('BAD_REQUEST', { errors: ['Idempotency-Key'] });
  }
  // Path and query parameters count as much as the body.
  const { params, query } = request;
  const parametersText = endpoint.params || endpoint.query ? `\n${JSON.stringify([params, query])}` : '';
  const digestInput = `${endpoint.method} ${endpoint.path}\n${JSON.stringify(request.body ?? null)}${parametersText}`;
  return { key, digest: hash('sha256', digestInput, 'base64url') };
}
