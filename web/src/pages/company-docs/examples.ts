/** The guide's example calls, verbatim: a test runs them against a server. `$SARRAF`: the site, `$KEY`: an API key. */
export const EXAMPLES = {
  request: `curl -s "$SARRAF/api/company-api/requests" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"250000","orderNumber":"A-1001","description":"Two coffees","expiresInMinutes":60,
       "returnUrl":"https://shop.example.com/thanks","metadata":{"cart":"7"}}'`,
  read: `curl -s "$SARRAF/api/company-api/requests/A-1001" \\
  -H "Authorization: Bearer $KEY"`,
  cancel: `curl -s -X DELETE "$SARRAF/api/company-api/requests/A-1001" \\
  -H "Authorization: Bearer $KEY"`,
  list: `curl -s "$SARRAF/api/company-api/payments?size=20" \\
  -H "Authorization: Bearer $KEY"`,
  payment: `curl -s "$SARRAF/api/company-api/payments/$PAYMENT" \\
  -H "Authorization: Bearer $KEY"`,
  events: `curl -s "$SARRAF/api/company-api/events?size=20" \\
  -H "Authorization: Bearer $KEY"`,
  deliveries: `curl -s "$SARRAF/api/company-api/events/$EVENT/deliveries" \\
  -H "Authorization: Bearer $KEY"`,
  resend: `curl -s -X POST "$SARRAF/api/company-api/events/$EVENT/resend" \\
  -H "Authorization: Bearer $KEY"`,
  refund: `curl -s "$SARRAF/api/company-api/refunds" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: refund-of-A-1001" \\
  -H "Content-Type: application/json" \\
  -d '{"paymentId":"'$PAYMENT'","reason":"Sold out"}'`,
  settle: `curl -s "$SARRAF/api/company-api/settlements" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: settle-2026-11-26" \\
  -H "Content-Type: application/json" \\
  -d '{}'`,
  instruction: `curl -s "$SARRAF/api/company-api/instructions/$INSTRUCTION" \\
  -H "Authorization: Bearer $KEY"`,
} as const;

/** Node.js without packages. During a rotation of the secret there are two signatures, one of which matches. */
export const CHECK = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isOurs(header, body, secret) {
  const parts = header.split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  const fresh = Math.abs(Date.now() / 1000 - Number(t)) < 300;
  return fresh && parts.some(([name, text]) => {
    const given = Buffer.from(name === 'v1' ? text : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** Verification with third-party libraries; `body` is the raw text. Both throw if the signature is invalid. */
export const LIBRARIES = {
  standard: `import { Webhook } from 'standardwebhooks';

export const readEvent = (body, headers, secret) => new Webhook(secret).verify(body, headers);`,
  stripe: `import Stripe from 'stripe';

export const readEvent = (body, headers, secret) =>
  Stripe.webhooks.constructEvent(body, headers['sarraf-signature'], secret);`,
} as const;

/** The signature header of an event, as the check parses it. */
export const SIGNATURE = { form: 't=SECONDS,v1=SIGNATURE', algorithm: 'HMAC-SHA256' };
