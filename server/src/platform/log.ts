import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const SECRET = [
  'password',
  'oldPassword',
  'token',
  'otp',
  'authorization',
  'cardNumber',
  'nationalCode',
  'shebaCode',
  'secret',
  'ticket',
  'recoveryCodes',
  'birthDay',
];

/** A person's one-time code; but not `err.code`, which says what the database or the network had to say. */
const CODES = ['code', 'body.code', 'query.code', 'req.body.code', 'req.query.code'];
/** The database names a row's values where it refuses one: `Key (mobile)=(+98…) already exists`. */
const ROWS = ['err.detail', 'err.where'];

export const timestamp = pino.stdTimeFunctions.isoTime;

/** Who a line is about, or who did it: an id, where it isn't a role. */
const PEOPLE = ['userId', 'by'];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * JSON lines. Anything named like a secret is blotted out, one and two levels deep; people stand under the name that
 * `pseudonymOf` has for their id.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  pseudonymOf?: (userId: string) => string,
): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp,
    redact: {
      paths: [...CODES, ...ROWS, ...SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])],
      censor: '[redacted]',
    },
  };
  if (pseudonymOf) options.formatters = { log: (line) => withoutIds(line, pseudonymOf) };
  return destination ? pino(options, destination) : pino(options);
}

function withoutIds(
  line: Record<string, unknown>,
  pseudonymOf: (userId: string) => string,
): Record<string, unknown> {
  const named = PEOPLE.filter((key) => typeof line[key] === 'string' && ID.test(line[key]));
  if (named.length === 0) return line;
  return { ...line, ...Object.fromEntries(named.map((key) => [key, pseudonymOf(line[key] as string)])) };
}
