import { expect, it } from 'vitest';
import { actionKey } from '../shared/action-key.ts';
import { readDetail } from './detail.ts';

it('readDetail parses the named values of an entry', () => {
  expect(readDetail('{"kind":"image","count":2,"own":false}')).toEqual({
    kind: 'values',
    values: [
      ['kind', 'image'],
      ['count', '2'],
      ['own', 'false'],
    ],
  });
  expect(readDetail('{}')).toEqual({ kind: 'values', values: [] });
});

it('readDetail returns other text unchanged', () => {
  expect(readDetail('a reason')).toEqual({ kind: 'text', text: 'a reason' });
  expect(readDetail('["a"]')).toEqual({ kind: 'text', text: '["a"]' });
  expect(readDetail('17')).toEqual({ kind: 'text', text: '17' });
});

it('actionKey returns an action’s dictionary key', () => {
  expect(actionKey('document read')).toBe('document_read');
});
