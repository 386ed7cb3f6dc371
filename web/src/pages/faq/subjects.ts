import type { FaqItem } from '@sarraf/domain/contracts';
import { FAQ_HEADINGS, type FaqHeading } from '../../lib/faq-headings.ts';

/** An address of its own, `/faq#about-deposit`, that no question has. */
export const getSubjectAnchor = (heading: FaqHeading): string => `about-${heading}`;

/** Questions by what they are about, in their order; headings without one are left out. */
export const groupBySubject = <Q extends Pick<FaqItem, 'subject'>>(questions: readonly Q[]) =>
  FAQ_HEADINGS.map((heading) => ({
    heading,
    questions: questions.filter(({ subject }) => (subject ?? 'more') === heading),
  })).filter((group) => group.questions.length > 0);
