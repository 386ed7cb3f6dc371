import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'sarraf.test' });
  vi.stubGlobal('localStorage', { getItem: () => 'Bearer secret' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const update = (seq: number) => ({ channel: 'prices', seq, type: 'update', data: seq });

async function listening(channel: string) {
  const { subscribeToChannel } = await import('./stream.ts');
  const messages: unknown[] = [];
  const gaps = vi.fn();
  const stop = subscribeToChannel(channel, (message) => messages.push(message.data), gaps);
  return { messages, gaps, stop, socket: () => FakeSocket.all.at(-1) as FakeSocket };
}

test('delivers messages in sequence', async () => {
  const { messages, gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().say({ channel: 'prices', seq: 7, type: 'snapshot', data: 7 });
  socket().say(update(8));
  expect(messages).toEqual([7, 8]);
  expect(gaps).not.toHaveBeenCalled();
});

test('detects a missing sequence number as a gap', async () => {
  const { gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().say(update(1));
  socket().say(update(3));
  expect(gaps).toHaveBeenCalledTimes(1);
});

const subscribed = (socket: FakeSocket) =>
  socket.sent.filter((message) => (message as { op: string }).op === 'subscribe');

test('requests one new snapshot after a gap and delivers nothing until it arrives', async () => {
  const { messages, gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().say({ channel: 'prices', seq: 7, type: 'snapshot', data: 7 });
  socket().say(update(9));
  socket().say(update(10));
  expect(gaps).toHaveBeenCalledTimes(1);
  expect(subscribed(socket())).toHaveLength(2);
  expect(subscribed(socket())[1]).toEqual({ op: 'subscribe', channels: ['prices'] });
  socket().say({ channel: 'prices', seq: 12, type: 'snapshot', data: 12 });
  socket().say(update(13));
  expect(messages).toEqual([7, 12, 13]);
  expect(gaps).toHaveBeenCalledTimes(1);
});

test('accepts an update that builds on a message other than the preceding sequence number', async () => {
  const { messages, gaps, socket } = await listening('book:BITCOIN_TOMAN');
  socket().open();
  gaps.mockClear();
  const say = (message: object) => socket().say({ channel: 'book:BITCOIN_TOMAN', ...message });
  say({ seq: 40, type: 'snapshot', data: 40 });
  say({ seq: 47, prev: 40, type: 'update', data: 47 });
  expect(messages).toEqual([40, 47]);
  expect(gaps).not.toHaveBeenCalled();
  say({ seq: 49, prev: 48, type: 'update', data: 49 });
  expect(messages).toEqual([40, 47]);
  expect(gaps).toHaveBeenCalledTimes(1);
});

test('continues a private channel after a gap, since its messages are independent', async () => {
  const { messages, gaps, socket } = await listening('orders');
  socket().open();
  socket().say({ op: 'authenticated' });
  gaps.mockClear();
  const say = (seq: number) => socket().say({ channel: 'orders', seq, type: 'update', data: seq });
  say(1);
  say(3);
  expect(messages).toEqual([1, 3]);
  expect(gaps).toHaveBeenCalledTimes(1);
});

test('sends a snapshot to a listener that joins a channel later', async () => {
  const { socket } = await listening('prices');
  socket().open();
  const second = await listening('prices');
  expect(subscribed(socket())).toHaveLength(2);
  socket().say({ channel: 'prices', seq: 7, type: 'snapshot', data: 7 });
  expect(second.messages).toEqual([7]);
});

test('reconnects a broken connection, subscribes again and makes all listeners refetch', async () => {
  const { gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().close();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(FakeSocket.all).toHaveLength(2);
  socket().open();
  expect(socket().sent).toContainEqual({ op: 'subscribe', channels: ['prices'] });
  expect(gaps).toHaveBeenCalled();
});

test('reconnects with growing delays after being closed as a slow reader, and gets a snapshot', async () => {
  const { messages, gaps, socket } = await listening('prices');
  for (const longest of [1_000, 2_000, 4_000, 8_000]) {
    const lines = FakeSocket.all.length;
    socket().open();
    socket().say({ channel: 'prices', seq: longest, type: 'snapshot', data: longest });
    gaps.mockClear();
    socket().close(4003);
    await vi.advanceTimersByTimeAsync(longest / 2 - 1);
    expect(FakeSocket.all).toHaveLength(lines);
    await vi.advanceTimersByTimeAsync(longest / 2 + 1);
    expect(FakeSocket.all).toHaveLength(lines + 1);
  }
  socket().open();
  expect(subscribed(socket())).toEqual([{ op: 'subscribe', channels: ['prices'] }]);
  expect(gaps).toHaveBeenCalledTimes(1);
  expect(messages).toEqual([1_000, 2_000, 4_000, 8_000]);
  // A connection that lasts long enough resets the delay.
  await vi.advanceTimersByTimeAsync(31_000);
  socket().close(4003);
  const lines = FakeSocket.all.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(lines + 1);
});

test('subscribes to a private channel only after the server has authenticated the user', async () => {
  const { socket } = await listening('wallets');
  socket().open();
  expect(socket().sent).toEqual([{ op: 'auth', token: 'secret' }]);
  socket().say({ op: 'authenticated' });
  expect(socket().sent).toContainEqual({ op: 'subscribe', channels: ['wallets'] });
});

test('closes a connection without listeners', async () => {
  const { socket, stop } = await listening('prices');
  const line = socket();
  line.open();
  stop();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(line.readyState).toBe(3);
});
