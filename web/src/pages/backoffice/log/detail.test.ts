import { expect, it } from 'vitest';
import { toActionKey } from '../shared/action-key.ts';
import { parseDetail } from './detail.ts';

it('readDetail parses the named values of an entry', () => {
  expect(parseDetail('{"kind":"image","count":2,"own":false}')).toEqual({
    kind: 'values',
    values: [
      ['kind', 'image'],
      ['count', '2'],
      ['own', 'false'],
    ],
  });
  expect(parseDetail('{}')).toEqual({ kind: 'values', values: [] });
});

it('readDetail returns other text unchanged', () => {
  expect(parseDetail('a reason')).toEqual({ kind: 'text', text: 'a reason' });
  expect(parseDetail('["a"]')).toEqual({ kind: 'text', text: '["a"]' });
  expect(parseDetail('17')).toEqual({ kind: 'text', text: '17' });
});

it('toActionKey returns an action’s dictionary key', () => {
  expect(toActionKey('document read')).toBe('document_read');
});
