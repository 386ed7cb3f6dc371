import { expect, it } from 'vitest';
import { gatewayAddress } from './gateway-page.ts';

it('gatewayAddress returns only http and https addresses', () => {
  expect(gatewayAddress('https://bank.example/pay/1', 'https://sarraf.test')).toBe(
    'https://bank.example/pay/1',
  );
  expect(gatewayAddress('/sandbox/bank/S1', 'http://localhost:8080')).toBe(
    'http://localhost:8080/sandbox/bank/S1',
  );
  expect(gatewayAddress('javascript:alert(1)', 'https://sarraf.test')).toBeNull();
});
