import type { FaqItem } from '@sarraf/domain/contracts';

/** The headings of the page: the subjects, and `more` for questions without one. */
export const FAQ_HEADINGS = [
  'deposit',
  'withdrawal',
  'verification',
  'fees',
  'trading',
  'security',
  'more',
] as const satisfies (FaqItem['subject'] | 'more')[];
export type FaqHeading = (typeof FAQ_HEADINGS)[number];

/** An address of its own, `/faq#about-deposit`, that no question has. */
export const getSubjectAnchor = (heading: FaqHeading): string => `about-${heading}`;

/** Questions by what they are about, in their order; headings without one are left out. */
export const groupBySubject = <Q extends Pick<FaqItem, 'subject'>>(questions: readonly Q[]) =>
  FAQ_HEADINGS.map((heading) => ({
    heading,
    questions: questions.filter(({ subject }) => (subject ?? 'more') === heading),
  })).filter((group) => group.questions.length > 0);
