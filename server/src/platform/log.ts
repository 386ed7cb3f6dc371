import { format } from 'node:util';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const SECRET_FIELDS = [
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

/** One-time codes of users; but not `err.code`, the error code of the database or network. */
const CODE_FIELDS = ['code', 'body.code', 'query.code', 'req.body.code', 'req.query.code'];
/** The database quotes values of the row that it refuses: `Key (mobile)=(+98…) already exists`. */
const ROW_FIELDS = ['err.detail', 'err.where'];

export const timestamp = pino.stdTimeFunctions.isoTime;

/** Fields with a user: an id, unless it is a role. */
const USER_FIELDS = ['userId', 'by'];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Creates the log, as JSON lines. Fields named like a secret are redacted, one and two levels deep; user ids are
 * replaced by `pseudonymOf`.
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
      paths: [
        ...CODE_FIELDS,
        ...ROW_FIELDS,
        ...SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      ],
      censor: '[redacted]',
    },
  };
  if (pseudonymOf) options.formatters = { log: (line) => pseudonymizeIds(line, pseudonymOf) };
  return destination ? pino(options, destination) : pino(options);
}

const CONSOLE_METHODS = ['trace', 'debug', 'log', 'info', 'warn', 'error'] as const;

/**
 * Sends what libraries print to the console to the log, as warnings: the job queue prints the stack of a lost
 * connection, which is no JSON line and may quote a row that the database refused.
 */
export function sendConsoleToLog(log: Log): void {
  for (const method of CONSOLE_METHODS)
    console[method] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      const text = format(...values.filter((value) => value !== err));
      log.warn({ area: 'console', ...(err && { err }) }, text || 'printed by a library');
    };
}

function pseudonymizeIds(
  line: Record<string, unknown>,
  pseudonymOf: (userId: string) => string,
): Record<string, unknown> {
  const userKeys = USER_FIELDS.filter((key) => typeof line[key] === 'string' && ID.test(line[key]));
  if (userKeys.length === 0) return line;
  return { ...line, ...Object.fromEntries(userKeys.map((key) => [key, pseudonymOf(line[key] as string)])) };
}
