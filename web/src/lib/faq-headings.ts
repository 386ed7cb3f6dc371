import type { FaqItem } from '@sarraf/domain/contracts';

/** The headings of the page of questions: the subjects, and `more` for questions without one. */
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
