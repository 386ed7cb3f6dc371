import { expect, it } from 'vitest';
import { EMPTY, questionBody, questionFault, questionOf } from './ask.ts';

it('questionFault returns the first missing field', () => {
  expect(questionFault(EMPTY)).toBe('NEED_SUBJECT');
  expect(questionFault({ ...EMPTY, subject: 'x', message: ' \n' })).toBe('NEED_MESSAGE');
  expect(questionFault({ ...EMPTY, subject: 'x', message: 'y' })).toBeNull();
});

it('questionOf takes topic and reference from the address, and ignores invalid ones', () => {
  expect(questionOf(new URLSearchParams('topic=TRADE&reference=A-1'))).toEqual({
    ...EMPTY,
    topic: 'TRADE',
    reference: 'A-1',
  });
  expect(questionOf(new URLSearchParams(`topic=MONEY&reference=${'x'.repeat(50)}`))).toEqual({
    ...EMPTY,
    reference: 'x'.repeat(40),
  });
});

it('questionBody contains a reference only if there is one', () => {
  const asked = { ...EMPTY, subject: 'x', message: 'y', reference: ' ' };
  expect(questionBody(asked)).toEqual({ topic: 'DEPOSIT', subject: 'x', message: 'y' });
  expect(questionBody({ ...asked, reference: ' 12 ' })).toMatchObject({ reference: '12' });
});
