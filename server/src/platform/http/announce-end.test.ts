import { MIN_NOTICE_MONTHS, serverTime } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../../test/documented.ts';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { JsonText } from './answers.ts';
import { createHttp, type Http } from './http.ts';

let http: Http;
beforeAll(async () => {
  const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  const authenticate = async () => null;
  http = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  const deprecated = { since: '2027-01-31', until: '2027-07-31' };
  http.route(
    { ...serverTime, path: '/going', deprecated } as unknown as typeof serverTime,
    () => new JsonText('{}') as never,
  );
  http.route(serverTime, () => new JsonText('{}') as never);
  await http.app.ready();
});
afterAll(() => http.app.close());

it('sends deprecation and sunset dates with each response, refusals included', async () => {
  for (const url of ['/api/going', '/api/going?more=1'])
    expect((await http.app.inject(url)).headers).toMatchObject({
      deprecation: '@1801353600',
      sunset: 'Sat, 31 Jul 2027 00:00:00 GMT',
      link: expect.stringContaining('/developers/changes'),
    });
  const { headers } = await http.app.inject('/api/time');
  expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
});

it('has the notice period that the policy requires', () => {
  for (const { path, deprecated } of endpoints.filter((one) => one.deprecated)) {
    const earliest = new Date(deprecated?.since ?? '');
    earliest.setUTCMonth(earliest.getUTCMonth() + MIN_NOTICE_MONTHS);
    expect(Date.parse(deprecated?.until ?? ''), path).toBeGreaterThanOrEqual(earliest.getTime());
  }
});
