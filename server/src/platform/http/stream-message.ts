import type { ClientMessage, ServerMessage } from '@sarraf/domain/contracts';

type Fault = Extract<ServerMessage, { op: 'error' }>;

/** What each message has beside its `op`. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ping: [],
  auth: ['token'],
  subscribe: ['channels'],
  unsubscribe: ['channels'],
} satisfies Record<ClientMessage['op'], readonly string[]>;

const MOST_NAMED = 20;
const LONGEST_NAME = 60;

/** A client's message, or what is to be answered to one that is none: which of its fields is wrong or unknown. */
export function readMessage(text: string, mostChannels: number): ClientMessage | Fault {
  const message = parse(text);
  if (message === null) return fault('BAD_REQUEST');
  const { op, ...rest } = message;
  const fields = typeof op === 'string' && Object.hasOwn(FIELDS, op) ? FIELDS[op] : undefined;
  if (!fields) return fault('BAD_REQUEST', ['op']);
  const unknown = Object.keys(rest).filter((name) => !fields.includes(name));
  if (unknown.length > 0) return fault('UNKNOWN_FIELD', unknown);
  if (fields.includes('token') && typeof rest.token !== 'string') return fault('BAD_REQUEST', ['token']);
  if (fields.includes('channels') && !areNames(rest.channels, mostChannels))
    return fault('BAD_REQUEST', ['channels']);
  return message as unknown as ClientMessage;
}

const fault = (message: string, errors: readonly string[] = []): Fault => ({
  op: 'error',
  message,
  ...(errors.length > 0 && {
    errors: errors.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAME)),
  }),
});

const areNames = (channels: unknown, most: number): boolean =>
  Array.isArray(channels) && channels.length <= most && channels.every((name) => typeof name === 'string');

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
