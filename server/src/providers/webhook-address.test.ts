import { describe, expect, it } from 'vitest';
import { createWebhookSender } from './webhook-https.ts';

describe('a webhook address', () => {
  const { isAllowed } = createWebhookSender();

  it.each([
    'https://localhost./',
    'https://LOCALHOST.:8443/hook',
    'https://localhost../',
    'https://shop.localhost/',
    'https://db.internal./',
    'https://printer.local./',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://intranet./',
    'https://shop.example.com./',
    'https://shop..example.com/',
    'https://.example.com/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://localhost。/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ])('is refused if it leads to this machine or network, in any spelling: %s', (url) => {
    expect(isAllowed(url)).toBe(false);
    if (!/^https:\/\/(\[::1\]|127|2130706433|0x7f|0177|１２７)/.test(url))
      expect(createWebhookSender({ loopback: true }).isAllowed(url)).toBe(false);
  });

  it.each([
    'https://shop.example.com/',
    'https://8.8.8.8/',
    'https://[2a01:4f8::1]/',
    'https://فروشگاه.ایران/',
  ])('is accepted if it is public: %s', (url) => {
    expect(isAllowed(url)).toBe(true);
  });
});
