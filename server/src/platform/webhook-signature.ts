import { createHmac } from 'node:crypto';

/** HMAC-SHA256 of "<seconds>.<body>" with the secret, hex. */
export const hmacOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** `t=<seconds>,v1=<hmacOf>`. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${hmacOf(secret, seconds, body)}`;
