import { afterEach, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { RequestLog } from './request-log.ts';

const request = { id: 'r1', who: 'somebody', contract: 'GET /orders', status: 200, ms: 3 };
let requests: RequestLog | null = null;
afterEach(() => requests?.close());

function opened(level: string) {
  const writes: string[] = [];
  const log = createLog(level, { write: (text) => void writes.push(text) });
  requests = new RequestLog(log);
  return { requests, writes };
}

it('writes many lines together, in order, after a short delay', async () => {
  const { requests, writes } = opened('info');
  for (let i = 0; i < 10; i += 1) requests.write({ ...request, ms: i });
  expect(writes).toEqual([]);
  await expect.poll(() => writes.length, { timeout: 20_000 }).toBe(1);
  const lines = (writes[0] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ ms }) => ms)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lines[0]).toMatchObject({ ...request, ms: 0, level: 30, msg: 'request' });
});

it('writes immediately when much is buffered, and the remainder when closed', () => {
  const { requests, writes } = opened('info');
  for (let i = 0; i < 1_000; i += 1) requests.write(request);
  expect(writes.length).toBeGreaterThan(1);
  requests.close();
  expect(writes.join('').trimEnd().split('\n')).toHaveLength(1_000);
});

it('does nothing if the log level excludes requests', () => {
  const { requests, writes } = opened('warn');
  expect(requests.isOn).toBe(false);
  requests.write(request);
  requests.close();
  expect(writes).toEqual([]);
});
