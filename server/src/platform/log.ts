import { type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET = [
  'password',
  'oldPassword',
  'token',
  'code',
  'otp',
  'authorization',
  'cardNumber',
  'nationalCode',
  'shebaCode',
];

/** JSON lines. Anything named like a secret is blotted out, one and two levels deep. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  });
}
