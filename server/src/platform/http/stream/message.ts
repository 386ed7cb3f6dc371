import type { ClientMessage, ServerMessage } from '@sarraf/domain/contracts';

type Fault = Extract<ServerMessage, { op: 'error' }>;

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
export function readMessage(text: string, mostChannels: number): ClientMessage | Fault {
  const message = parse(text);
  if (message === null) return fault('BAD_REQUEST');
  const { op, ...rest } = message;
  const fields = typeof op === 'string' && Object.hasOwn(FIELDS, op) ? FIELDS[op] : undefined;
  if (!fields) return fault('BAD_REQUEST', ['op']);
  const unknown = Object.keys(rest).filter((name) => !fields.includes(name));
  if (unknown.length > 0) return fault('UNKNOWN_FIELD', unknown);
  const missing = op === 'auth' ? missingOf(rest) : [];
  if (missing.length > 0) return fault('BAD_REQUEST', missing);
  if (fields.includes('channels') && !areNames(rest.channels, mostChannels))
    return fault('BAD_REQUEST', ['channels']);
  if (rest.checksum !== undefined && typeof rest.checksum !== 'boolean')
    return fault('BAD_REQUEST', ['checksum']);
  if (rest.since !== undefined && !areNumbers(rest.since, mostChannels))
    return fault('BAD_REQUEST', ['since']);
  return message as unknown as ClientMessage;
}

/** Requires either a session's token, or a program's signature. */
function missingOf(auth: Record<string, unknown>): readonly string[] {
  const signed = ['key', 'time', 'signature'];
  if (!signed.some((name) => name in auth)) return typeof auth.token === 'string' ? [] : ['token'];
  if ('token' in auth) return ['token'];
  return signed.filter((name) => typeof auth[name] !== 'string');
}

const fault = (message: string, errors: readonly string[] = []): Fault => ({
  op: 'error',
  message,
  ...(errors.length > 0 && {
    errors: errors.slice(0, MAX_NAMES_LISTED).map((name) => name.slice(0, MAX_NAME_LENGTH)),
  }),
});

const areNames = (channels: unknown, most: number): boolean =>
  Array.isArray(channels) && channels.length <= most && channels.every((name) => typeof name === 'string');

const areNumbers = (since: unknown, most: number): boolean =>
  typeof since === 'object' &&
  since !== null &&
  !Array.isArray(since) &&
  Object.keys(since).length <= most &&
  Object.values(since).every((number) => Number.isSafeInteger(number) && number >= 0);

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
