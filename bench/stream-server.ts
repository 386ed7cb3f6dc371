// The server's own HTTP and stream with one channel, which gets a message a second until standard input ends.
// Standard output: `ready` once it listens, and at the end one JSON line with the cost of a publication.
import { systemClock } from '../server/src/platform/clock.ts';
import type { Config } from '../server/src/platform/config/config.ts';
import { createHttp } from '../server/src/platform/http/http.ts';
import { Stream } from '../server/src/platform/http/stream/stream.ts';
import { createLog } from '../server/src/platform/log.ts';

const MESSAGE_BYTES = 2_000;
const MESSAGE_INTERVAL_MS = 1_000;
const port = Number.parseInt(process.argv[2] ?? '', 10);
const rate = { max: 1_000_000, windowMs: 60_000 };
const rates = { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate };

const http = await createHttp({
  config: { sandbox: true, TRUST_PROXY: false, rates } as unknown as Config,
  log: createLog('silent'),
  clock: systemClock,
  authenticate: async () => null,
});
const stream = new Stream(http, async () => null);
let seq = 0;
stream.openChannel(
  'bench',
  () => null,
  () => seq,
);
await http.app.listen({ port, host: '127.0.0.1' });

const fillerBytes = 'x'.repeat(MESSAGE_BYTES - 120);
const costs: number[] = [];
setInterval(async () => {
  const prev = seq;
  seq += 1;
  const before = process.cpuUsage();
  const began = process.hrtime.bigint();
  // The time on the clock of both processes, in nanoseconds, at a fixed byte position.
  stream.publish('bench', { at: began.toString().padStart(20, '0'), filling: fillerBytes }, { seq, prev });
  while (stream.writing) await new Promise(setImmediate);
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / 1000);
}, MESSAGE_INTERVAL_MS);

process.stdout.write('ready\n');
process.stdin.resume();
process.stdin.on('end', () => {
  costs.sort((a, b) => a - b);
  process.stdout.write(`${JSON.stringify({ publishCpuMs: costs[Math.floor(costs.length / 2)] })}\n`, () =>
    process.exit(0),
  );
});
