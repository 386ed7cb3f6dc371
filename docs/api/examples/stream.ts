// Reads a book that anybody may read, and balances with a key. Node 24 runs it as it is, without any package.
// SARRAF, KEY_ID and PRIVATE_KEY as in the quick start.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { SARRAF = '', KEY_ID = '', PRIVATE_KEY = '' } = process.env;
const socket = new WebSocket(`${SARRAF.replace(/^http/, 'ws')}/api/stream`);
const send = (message: object) => socket.send(JSON.stringify(message));

socket.addEventListener('open', () => {
  // Signed like a request GET /api/stream without a body.
  const time = String(Date.now());
  const text = [time, 'GET', '/api/stream', createHash('sha256').digest('hex')].join('\n');
  const signature = sign(null, Buffer.from(text), createPrivateKey(readFileSync(PRIVATE_KEY)));
  send({ op: 'auth', key: KEY_ID, time, signature: signature.toString('base64') });
  send({ op: 'subscribe', channels: ['balances', 'book:TETHER_TOMAN'] });
});

/** Number of the last message, by channel. */
const read = new Map<string, number>();

socket.addEventListener('message', ({ data }) => {
  const { op, channel, seq, prev = seq - 1, type, message } = JSON.parse(data);
  if (op === 'error') throw new Error(message);
  if (channel === undefined) return console.log(op);
  // An update stands on the message before it. Where that was missed, a new snapshot is asked for.
  if (type === 'update' && prev > (read.get(channel) ?? -1)) send({ op: 'subscribe', channels: [channel] });
  else read.set(channel, seq);
  console.log(channel, type, seq);
  if (read.size === 2) socket.close();
});
