import { expect, it } from 'vitest';
import { createStoreWebhooks } from './vendors.ts';

it.each([
  [true, 'http://127.0.0.1:8080', true],
  [true, 'http://localhost:8080', true],
  [true, 'http://[::1]:8080', true],
  // A sandbox that is publicly reachable would give strangers access to internal addresses.
  [true, 'https://try.sarraf.example', false],
  [true, 'http://localhost.sarraf.example', false],
  [true, 'http://192.168.1.7:8080', false],
  [false, 'http://127.0.0.1:8080', false],
])('in a sandbox (%s) at %s store webhooks may go to the machine itself: %s', (sandbox, PUBLIC_URL, may) => {
  expect(
    createStoreWebhooks({ sandbox, PUBLIC_URL, outgoing: { all: null, byVendor: {} } }).isAllowed(
      'http://127.0.0.1:3000/hook',
    ),
  ).toBe(may);
});
