import { expect, it } from 'vitest';
import { EMPTY, questionBody, questionFault, questionOf } from './ask.ts';

it('names what is missing first', () => {
  expect(questionFault(EMPTY)).toBe('NEED_SUBJECT');
  expect(questionFault({ ...EMPTY, subject: 'x', message: ' \n' })).toBe('NEED_MESSAGE');
  expect(questionFault({ ...EMPTY, subject: 'x', message: 'y' })).toBeNull();
});

it('takes topic and receipt from the address, and nothing that is neither', () => {
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

it('sends a receipt only where there is one', () => {
  const asked = { ...EMPTY, subject: 'x', message: 'y', reference: ' ' };
  expect(questionBody(asked)).toEqual({ topic: 'DEPOSIT', subject: 'x', message: 'y' });
  expect(questionBody({ ...asked, reference: ' 12 ' })).toMatchObject({ reference: '12' });
});
