import type { ClientMessage, ServerMessage } from '@sarraf/domain/contracts';

type ErrorMessage = Extract<ServerMessage, { op: 'error' }>;

/** Fields of each message in addition to `op`. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ping: [],
  auth: ['token', 'key', 'time', 'signature'],
  subscribe: ['channels', 'checksum', 'since'],
  unsubscribe: ['channels'],
} satisfies Record<ClientMessage['op'], readonly string[]>;

const MAX_NAMES_LISTED = 20;
const MAX_NAME_LENGTH = 60;

/** Parses a client's message, or returns the error to send: which of its fields is invalid or unknown. */
export function parseClientMessage(text: string, maxChannels: number): ClientMessage | ErrorMessage {
  const message = parseJsonObject(text);
  if (message === null) return createErrorMessage('BAD_REQUEST');
  const { op, ...rest } = message;
  const fields = typeof op === 'string' && Object.hasOwn(FIELDS, op) ? FIELDS[op] : undefined;
  if (!fields) return createErrorMessage('BAD_REQUEST', ['op']);
  const unknown = Object.keys(rest).filter((name) => !fields.includes(name));
  if (unknown.length > 0) return createErrorMessage('UNKNOWN_FIELD', unknown);
  const missing = op === 'auth' ? listMissingFields(rest) : [];
  if (missing.length > 0) return createErrorMessage('BAD_REQUEST', missing);
  if (fields.includes('channels') && !isNameList(rest.channels, maxChannels))
    return createErrorMessage('BAD_REQUEST', ['channels']);
  if (rest.checksum !== undefined && typeof rest.checksum !== 'boolean')
    return createErrorMessage('BAD_REQUEST', ['checksum']);
  if (rest.since !== undefined && !isNumberMap(rest.since, maxChannels))
    return createErrorMessage('BAD_REQUEST', ['since']);
  return message as unknown as ClientMessage;
}

/** Requires either a session's token, or a program's signature. */
function listMissingFields(auth: Record<string, unknown>): readonly string[] {
  const signed = ['key', 'time', 'signature'];
  if (!signed.some((name) => name in auth)) return typeof auth.token === 'string' ? [] : ['token'];
  if ('token' in auth) return ['token'];
  return signed.filter((name) => typeof auth[name] !== 'string');
}

const createErrorMessage = (message: string, errors: readonly string[] = []): ErrorMessage => ({
  op: 'error',
  message,
  ...(errors.length > 0 && {
    errors: errors.slice(0, MAX_NAMES_LISTED).map((name) => name.slice(0, MAX_NAME_LENGTH)),
  }),
});

const isNameList = (channels: unknown, maxCount: number): boolean =>
  Array.isArray(channels) &&
  channels.length <= maxCount &&
  channels.every((name) => typeof name === 'string');

const isNumberMap = (since: unknown, maxCount: number): boolean =>
  typeof since === 'object' &&
  since !== null &&
  !Array.isArray(since) &&
  Object.keys(since).length <= maxCount &&
  Object.values(since).every((number) => Number.isSafeInteger(number) && number >= 0);

function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
