// Reads the balance, places an order far from the market, cancels it. Node 24 runs it as it is, without any package.
// SARRAF: the address of the exchange. KEY_ID: id of an Ed25519 key with READ and TRADE. PRIVATE_KEY: its file.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { SARRAF = '', KEY_ID = '', PRIVATE_KEY = '' } = process.env;
const privateKey = createPrivateKey(readFileSync(PRIVATE_KEY));

/** Signed over time, method, path with query, and the digest of the body. */
async function call(method: string, path: string, fields?: object) {
  const body = fields ? JSON.stringify(fields) : '';
  const time = String(Date.now());
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [time, method, path, digest].join('\n');
  const response = await fetch(SARRAF + path, {
    method,
    headers: {
      'X-Api-Key': KEY_ID,
      'X-Api-Time': time,
      'X-Api-Signature': sign(null, Buffer.from(text), privateKey).toString('base64'),
      ...(fields && { 'Content-Type': 'application/json' }),
    },
    ...(fields && { body }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

console.log('Toman and coins:', JSON.stringify(await call('GET', '/api/wallets/totals')));

// A limit a tenth below the published price: no order matches it, so it stays open.
const published = await fetch(`${SARRAF}/api/coins/exchange-price/usd?toCurrencies=TETHER`);
const [{ buyPrice }] = await published.json();
const limit = (BigInt(buyPrice.split('.')[0]) * 9n) / 10n;
const placed = await call('POST', '/api/orders', {
  marketType: 'TETHER_TOMAN',
  orderType: 'LIMITED_BUY',
  amount: '10',
  unitPrice: String(limit),
  postOnly: true,
});
console.log(`placed ${placed.baseDTO.id} at ${limit}`);

const cancelled = await call('DELETE', `/api/orders/${placed.baseDTO.id}`);
console.log(`cancelled ${cancelled.baseDTO.id}`);
