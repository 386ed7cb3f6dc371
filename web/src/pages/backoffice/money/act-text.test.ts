import { expect, it } from 'vitest';
import { parseSignerRequest } from './act-text.ts';

it('parseSignerRequest shows a whole request, and returns null for anything else', () => {
  expect(
    parseSignerRequest('{"acts":3,"caps":"{\\"total\\":{\\"hour\\":\\"5\\",\\"day\\":\\"6\\"}}"}'),
  ).toEqual({
    kind: 'caps',
    text: JSON.stringify({ total: { hour: '5', day: '6' } }, null, 2),
  });
  expect(parseSignerRequest('{"acts":3,"cold":{"chain":"TRON","address":"T1"}}')?.text).toContain('"T1"');
  for (const none of ['', 'caps', '[]', 'null', '{"caps":"{}"}', '{"acts":1}', '{"acts":1,"release":"x"}'])
    expect(parseSignerRequest(none)).toBeNull();
  // Parts that are not shown would be signed unseen.
  expect(parseSignerRequest('{"acts":3,"caps":"{}","cold":{"chain":"TRON","address":"T1"}}')).toBeNull();
});
