import { expect, test } from 'vitest';
import { parseDevice } from './device.ts';

const AGENTS: readonly [string, string][] = [
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36',
    'ANDROID MOBILE CHROME',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0 Safari/537.36',
    'ANDROID TABLET SAMSUNG',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'IOS MOBILE SAFARI',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0',
    'WINDOWS DESKTOP EDGE',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'LINUX DESKTOP FIREFOX'],
  ['', 'OTHER DESKTOP CHROME'],
];

test('deviceOf recognises browser and system for the login history', () => {
  for (const [agent, expected] of AGENTS) {
    const { osType, deviceType, browser } = parseDevice(agent);
    expect(`${osType} ${deviceType} ${browser}`).toBe(expected);
  }
});
