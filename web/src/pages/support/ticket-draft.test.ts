import { expect, it } from 'vitest';
import { EMPTY_DRAFT, parseTicketDraft, toTicketBody, validateTicketDraft } from './ticket-draft.ts';

it('validateTicketDraft returns the first missing field', () => {
  expect(validateTicketDraft(EMPTY_DRAFT)).toBe('NEED_SUBJECT');
  expect(validateTicketDraft({ ...EMPTY_DRAFT, subject: 'x', message: ' \n' })).toBe('NEED_MESSAGE');
  expect(validateTicketDraft({ ...EMPTY_DRAFT, subject: 'x', message: 'y' })).toBeNull();
});

it('parseTicketDraft takes topic and reference from the address, and ignores invalid ones', () => {
  expect(parseTicketDraft(new URLSearchParams('topic=TRADE&reference=A-1'))).toEqual({
    ...EMPTY_DRAFT,
    topic: 'TRADE',
    reference: 'A-1',
  });
  expect(parseTicketDraft(new URLSearchParams(`topic=MONEY&reference=${'x'.repeat(50)}`))).toEqual({
    ...EMPTY_DRAFT,
    reference: 'x'.repeat(40),
  });
});

it('toTicketBody contains a reference only if there is one', () => {
  const draft = { ...EMPTY_DRAFT, subject: 'x', message: 'y', reference: ' ' };
  expect(toTicketBody(draft)).toEqual({ topic: 'DEPOSIT', subject: 'x', message: 'y' });
  expect(toTicketBody({ ...draft, reference: ' 12 ' })).toMatchObject({ reference: '12' });
});
