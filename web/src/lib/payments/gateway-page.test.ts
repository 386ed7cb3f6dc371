import { expect, it } from 'vitest';
import { parseGatewayUrl } from './gateway-page.ts';

it('parseGatewayUrl returns only http and https addresses', () => {
  expect(parseGatewayUrl('https://bank.example/pay/1', 'https://sarraf.test')).toBe(
    'https://bank.example/pay/1',
  );
  expect(parseGatewayUrl('/sandbox/bank/S1', 'http://localhost:8080')).toBe(
    'http://localhost:8080/sandbox/bank/S1',
  );
  expect(parseGatewayUrl('javascript:alert(1)', 'https://sarraf.test')).toBeNull();
});
