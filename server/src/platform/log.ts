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

/** JSON lines. Anything named like a secret is blotted out, one and two levels deep. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp,
    redact: {
      paths: [...CODES, ...ROWS, ...SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
