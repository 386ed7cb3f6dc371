import { afterAll, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createHttp, type Http } from './http.ts';
import { createLog } from './log.ts';

const rate = { max: 100, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, login: rate, code: rate },
} as Config;
const served: Http[] = [];
afterAll(() => Promise.all(served.map(({ app }) => app.close())));

it('the documents of the API are called as the exchange is', async () => {
  const titleOf = async (more: { name?: string }) => {
    const http = await createHttp({
      config,
      log: createLog('silent'),
      clock: systemClock,
      authenticate: async () => null,
      ...more,
    });
    served.push(http);
    return (await http.app.inject({ url: '/api/docs/json' })).json().info.title;
  };
  expect(await titleOf({ name: 'Sample Exchange' })).toBe('Sample Exchange API');
  expect(await titleOf({})).toBe('Sarraf API');
});
