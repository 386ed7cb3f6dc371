import type { TicketTopic } from '@sarraf/domain/contracts';

/** The most frequent topics first. */
export const TOPICS = [
  'DEPOSIT',
  'WITHDRAWAL',
  'VERIFICATION',
  'TRADE',
  'ACCOUNT',
  'OTHER',
] as const satisfies readonly TicketTopic[];

export interface TicketDraft {
  topic: TicketTopic;
  subject: string;
  reference: string;
  message: string;
}

export const EMPTY_DRAFT: TicketDraft = { topic: 'DEPOSIT', subject: '', reference: '', message: '' };
export const MAX_REFERENCE = 40;

export type TicketDraftError = 'NEED_SUBJECT' | 'NEED_MESSAGE';

/** Returns the first missing field, in the order of the fields. */
export function validateTicketDraft({ subject, message }: TicketDraft): TicketDraftError | null {
  if (subject.trim() === '') return 'NEED_SUBJECT';
  return message.trim() === '' ? 'NEED_MESSAGE' : null;
}

const isTopic = (text: string | null): text is TicketTopic => TOPICS.some((topic) => topic === text);

/** Prefills the form from a link: `?topic=DEPOSIT&reference=…`. */
export const parseTicketDraft = (search: URLSearchParams): TicketDraft => {
  const topic = search.get('topic');
  return {
    ...EMPTY_DRAFT,
    ...(isTopic(topic) && { topic }),
    reference: (search.get('reference') ?? '').slice(0, MAX_REFERENCE),
  };
};

export const toTicketBody = ({ topic, subject, reference, message }: TicketDraft) => ({
  topic,
  subject,
  message,
  ...(reference.trim() !== '' && { reference: reference.trim() }),
});
