/** The calls of the guide, word for word: a test runs them against a server. `$SARRAF`: the site, `$KEY`: an API key. */
export const EXAMPLES = {
  request: `curl -s "$SARRAF/api/company-api/requests" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"250000","orderNumber":"A-1001","description":"Two coffees","expiresInMinutes":60}'`,
  read: `curl -s "$SARRAF/api/company-api/requests/A-1001" \\
  -H "Authorization: Bearer $KEY"`,
  list: `curl -s "$SARRAF/api/company-api/payments?size=20" \\
  -H "Authorization: Bearer $KEY"`,
} as const;

/** Node.js, without any package. */
export const CHECK = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isOurs(header, body, secret) {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const fresh = Math.abs(Date.now() / 1000 - Number(t)) < 300;
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  const given = Buffer.from(v1 ?? '', 'hex');
  return fresh && given.length === expected.length && timingSafeEqual(given, expected);
}`;

/** How an event is signed, as the check reads it. */
export const SIGNATURE = { form: 't=SECONDS,v1=SIGNATURE', algorithm: 'HMAC-SHA256' };
