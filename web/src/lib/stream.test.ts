import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
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
  const { listen } = await import('./stream.ts');
  const heard: unknown[] = [];
  const gaps = vi.fn();
  const stop = listen(channel, (message) => heard.push(message.data), gaps);
  return { heard, gaps, stop, socket: () => FakeSocket.all.at(-1) as FakeSocket };
}

test('messages in order arrive without a gap', async () => {
  const { heard, gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().say({ channel: 'prices', seq: 7, type: 'snapshot', data: 7 });
  socket().say(update(8));
  expect(heard).toEqual([7, 8]);
  expect(gaps).not.toHaveBeenCalled();
});

test('a missing number is a gap', async () => {
  const { gaps, socket } = await listening('prices');
  socket().open();
  gaps.mockClear();
  socket().say(update(1));
  socket().say(update(3));
  expect(gaps).toHaveBeenCalledTimes(1);
});

test('a broken line is opened again, subscribed again, and everyone fetches', async () => {
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

test('a private channel waits until the server knows the person', async () => {
  const { socket } = await listening('wallets');
  socket().open();
  expect(socket().sent).toEqual([{ op: 'auth', token: 'secret' }]);
  socket().say({ op: 'authenticated' });
  expect(socket().sent).toContainEqual({ op: 'subscribe', channels: ['wallets'] });
});

test('a line without listeners is closed', async () => {
  const { socket, stop } = await listening('prices');
  const line = socket();
  line.open();
  stop();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(line.readyState).toBe(3);
});
