import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAQ_SUBJECTS, getFaqSubject, getSubjectAnchor, groupBySubject } from './subjects.ts';

const slugs = globSync('*.fa.html', { cwd: join(import.meta.dirname, '../../../../content/faq') }).map(
  (name) => name.replace('.fa.html', ''),
);
const QUESTIONS = slugs.map((slug) => ({ slug }));

test('each question that comes with the product is under one subject, and each subject has some', () => {
  const groups = groupBySubject(QUESTIONS);
  expect(groups.map(({ subject }) => subject)).toEqual([...FAQ_SUBJECTS]);
  expect(groups.flatMap(({ questions }) => questions.map(({ slug }) => slug)).sort()).toEqual(slugs.sort());
  // Only questions about the account and the exchange itself: no question is left without a subject.
  expect(slugs.filter((slug) => getFaqSubject(slug) === 'more').sort()).toEqual([
    'close-account',
    'company-page',
    'how-to-start',
    'language-and-theme',
    'referral',
    'tax-statement',
  ]);
});

test('a question that the staff adds is under the last subject, and a subject without questions is left out', () => {
  expect(groupBySubject([{ slug: 'added-by-staff' }])).toEqual([
    { subject: 'more', questions: [{ slug: 'added-by-staff' }] },
  ]);
});

test('the address of a subject is the address of no question', () => {
  expect(slugs.filter((slug) => FAQ_SUBJECTS.some((subject) => getSubjectAnchor(subject) === slug))).toEqual(
    [],
  );
});
