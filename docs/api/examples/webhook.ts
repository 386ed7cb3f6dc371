import { createHmac, timingSafeEqual } from 'node:crypto';

/** `header`: Sarraf-Signature, `body`: the bytes as they came, before anything parses them, `secret`: as it was shown. */
export function isFromExchange(header: string, body: string, secret: string): boolean {
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  // While a secret is being replaced there are two signatures.
  return parts.some(([name, text = '']) => {
    const signature = Buffer.from(name === 'v1' ? text : '', 'hex');
    return fresh && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
