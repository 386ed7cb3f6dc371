import { createHmac } from 'node:crypto';

/** Returns the HMAC-SHA256 of "<seconds>.<body>" with the secret, in hex. */
export const computeWebhookHmac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** Returns `t=<seconds>,v1=<HMAC>`. */
export const formatWebhookSignature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${computeWebhookHmac(secret, seconds, body)}`;
