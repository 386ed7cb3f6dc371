import { createHmac } from 'node:crypto';
import { computeWebhookHmac } from '../../platform/webhook-signature.ts';

/** Prefix of a secret in Standard Webhooks; the remainder is base64. */
export const SECRET_PREFIX = 'whsec_';

/**
 * Signs an event in two formats with the same secrets, each of which signs: `sarraf-signature` in Stripe's format
 * (the key is the secret's text), and the headers of Standard Webhooks (the key is its bytes).
 */
export function buildSignatureHeaders(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const standardSignatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'sarraf-event': id,
    'sarraf-signature': [
      `t=${seconds}`,
      ...secrets.map((secret) => `v1=${computeWebhookHmac(secret, seconds, body)}`),
    ].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardSignatures.join(' '),
  };
}
