import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { BookMessage } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { documentedMessage } from '../../test/documented.ts';
import { findFreePort } from '../../test/running-server.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createHttp } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import { createLog } from '../platform/log.ts';
import { BookChannel, computeBookChecksum } from './channels.ts';
import { MarketView } from './view.ts';

it('the checksum equals that of the example in the documentation', () => {
  const asks: [string, string][] = [
    ['10.50', '0.020'],
    ['11.00', '3.000'],
  ];
  const text = JSON.stringify(BookMessage);
  expect(text).toContain('105020110030009751500');
  expect(computeBookChecksum(asks, [['9.75', '1.500']])).toBe(1611183864);
  expect(text).toContain('1611183864');
});

it('the checksum covers only the best 25 levels of each side', () => {
  const levels = Array.from({ length: 30 }, (_, i): [string, string] => [`${100 + i}`, '1']);
  expect(computeBookChecksum(levels, [])).toBe(
    crc32(
      levels
        .slice(0, 25)
        .map(([price]) => `${price}1`)
        .join(''),
    ),
  );
});

it('the checksum is sent to clients that request it, in messages of the same channel, and matches the order book they built', async () => {
  const rate = { max: 1_000_000, windowMs: 60_000 };
  const rates = { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate };
  const config = { sandbox: true, TRUST_PROXY: false, rates } as Config;
  const http = await createHttp({
    config,
    log: createLog('silent'),
    clock: systemClock,
    authenticate: async () => null,
  });
  const stream = new Stream(http, async () => null);
  const view = new MarketView('BITCOIN', 'TOMAN', {
    sequence: 0,
    fill: 0,
    lastPrice: null,
    levels: [],
    trades: [],
    minutes: [],
    before: null,
  });
  const book = new BookChannel(() => view);
  const name = 'book:BITCOIN_TOMAN';
  stream.openChannel(
    name,
    () => book.getSnapshot(),
    () => book.getSequence(),
  );
  stream.openChecksumChannel(
    name,
    () => ({ ...book.getSnapshot(), checksum: book.computeChecksum() }),
    () => book.getSequence(),
  );
  await http.app.listen({ port: await findFreePort(), host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo;
  const join = async (checksum: boolean) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`);
    const messages: ReturnType<typeof documentedMessage>[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(documentedMessage(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    socket.send(JSON.stringify({ op: 'subscribe', channels: [name], ...(checksum && { checksum }) }));
    await expect.poll(() => messages.length).toBe(1);
    return messages;
  };
  const [plain, checked] = [await join(false), await join(true)];
  expect([stream.hasReaders(name), stream.hasChecksumReaders(name)]).toEqual([true, true]);
  for (let n = 1; n <= 40; n += 1) {
    const side = n % 2 ? ('buy' as const) : ('sell' as const);
    const price = BigInt(n % 2 ? 1_000 - n : 1_000 + n) * 1_000_000n;
    view.applyChange({
      market: 'BITCOIN_TOMAN',
      sequence: n,
      levels: [{ side, price, delta: BigInt(n) * 1_000n }],
      fills: [],
      at: n,
    });
    const update = book.nextUpdate();
    if (!update) throw new Error('nothing changed');
    stream.publish(name, update.data, update.number);
    stream.publishToChecksumReaders(
      name,
      { ...update.data, checksum: book.computeChecksum() },
      update.number,
    );
  }
  await expect.poll(() => [plain.length, checked.length]).toEqual([41, 41]);
  expect(plain.every(({ data }) => data.checksum === undefined)).toBe(true);
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  for (const { channel, data } of checked) {
    expect(channel).toBe(name);
    for (const side of ['bids', 'asks'] as const)
      for (const [price, amount] of data[side]) sides[side].set(price, amount);
    const sorted = (side: 'bids' | 'asks', sign: number) =>
      [...sides[side]].sort(([a], [b]) => sign * (Number.parseInt(a, 10) - Number.parseInt(b, 10)));
    expect(data.checksum).toBe(computeBookChecksum(sorted('asks', 1), sorted('bids', -1)));
  }
  stream.close();
  await http.app.close();
});
