import { createHmac } from 'node:crypto';

/** `t=<seconds>,v1=<HMAC-SHA256 of "<t>.<body>" with the secret, hex>`. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
