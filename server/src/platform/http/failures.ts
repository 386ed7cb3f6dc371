import { AppError, type ErrorCode, STATUS, type Status } from '@sarraf/domain';
import type { ErrorReply } from '@sarraf/domain/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage, isTransactionConflict } from '../database/database.ts';
import type { Log } from '../log.ts';

/** Errors of the framework by status, as codes of our table. */
const CODE_BY_FRAMEWORK_STATUS: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  406: 'BAD_REQUEST',
  413: 'PAYLOAD_TOO_LARGE',
  // A path segment longer than any name of ours.
  414: 'NOT_FOUND',
  415: 'BAD_REQUEST',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** Seconds after which a client may retry while the service is unavailable. */
const RETRY_AFTER_SECONDS = 5;
/** PostgreSQL: character_not_in_repertoire. */
const INVALID_CHARACTER = '22021';

/** The body's `status` is one of the eight of the conventions: an oversized body is reported as a bad request. */
const toWireStatus = (status: Status): string => (status === 'PAYLOAD_TOO_LARGE' ? 'BAD_REQUEST' : status);

export function toFailureBody(refusal: AppError): ErrorReply {
  return {
    status: toWireStatus(refusal.status),
    message: refusal.code,
    errors: refusal.errors,
    ...(refusal.data && { data: refusal.data }),
  };
}

/** Writes every error response: without stack, SQL, path or version; the log has them under the request's id. */
export function sendFailure(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = toAppError(error);
  logFailure(error, request);
  const retryAfter =
    refusal.data?.retryAfter ?? (refusal.code === 'SERVICE_UNAVAILABLE' ? RETRY_AFTER_SECONDS : undefined);
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  if (refusal.code === 'TOO_MANY_REQUESTS') setLimitHeaders(reply, refusal.data ?? {});
  reply
    .code(STATUS[refusal.status])
    .header('cache-control', 'no-store')
    // Users can quote it to support, who find it in the log.
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toFailureBody(refusal));
}

/**
 * The limit of the endpoint or the key has already set the headers. An inner limit that refuses replaces them; its
 * maximum is included only if known (`data.limit`).
 */
function setLimitHeaders(reply: FastifyReply, { retryAfter, limit }: NonNullable<AppError['data']>): void {
  if (typeof retryAfter !== 'number') return;
  const readLimitHeader = (name: string) => String(reply.getHeader(`x-ratelimit-${name}`));
  if (readLimitHeader('remaining') === '0' && readLimitHeader('reset') === String(retryAfter)) return;
  reply.headers({ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': retryAfter });
  if (typeof limit === 'number') reply.header('x-ratelimit-limit', limit);
  else reply.removeHeader('x-ratelimit-limit');
}

/** Logs the details that a response doesn't contain. */
export function logFailure(
  error: unknown,
  { id, log }: { id: string; log: Pick<Log, 'error' | 'warn'> },
): void {
  if (toAppError(error).code === 'INTERNAL_SERVER_ERROR') log.error({ err: error, id }, 'request failed');
  else if (isTransactionConflict(error)) log.warn({ err: error, id }, 'transaction aborted by a conflict');
  else if (isDatabaseOutage(error)) log.warn({ err: error, id }, 'the database is unreachable');
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  sendFailure(new AppError('NOT_FOUND'), request, reply);
  return reply;
}

/** Errors with a status are the framework's: a client that disconnected during its request is no outage. */
const isDatabaseOutage = (error: unknown): boolean =>
  (error as Partial<FastifyError>).statusCode === undefined && isOutage(error);

/** Converts any error to a code of our table. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as FastifyError;
  // PostgreSQL's text can't store NUL.
  if (error.code === INVALID_CHARACTER) return new AppError('BAD_REQUEST', { errors: ['body'] });
  if (isDatabaseOutage(error) || isTransactionConflict(error)) return new AppError('SERVICE_UNAVAILABLE');
  if (error.validation)
    return new AppError('BAD_REQUEST', { errors: [...new Set(error.validation.map(invalidFieldName))] });
  const code = CODE_BY_FRAMEWORK_STATUS[error.statusCode ?? 500];
  return new AppError(code ?? 'INTERNAL_SERVER_ERROR');
}

/** Returns the name of the invalid field: "/amount" → amount; a missing one is named by its parent. */
function invalidFieldName(validationError: {
  instancePath: string;
  params: Record<string, unknown>;
}): string {
  const missing = validationError.params.missingProperty;
  const path = validationError.instancePath.slice(1).replaceAll('/', '.');
  if (typeof missing === 'string') return path === '' ? missing : `${path}.${missing}`;
  return path === '' ? 'body' : path;
}
