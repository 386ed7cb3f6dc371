import { globSync } from 'node:fs';
import { join } from 'node:path';
import { FAQ_SUBJECTS } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { FAQ_HEADINGS } from '../../lib/faq-headings.ts';
import { getSubjectAnchor, groupBySubject } from './subjects.ts';

test('questions keep their order under their subjects, and those without one are under the last heading', () => {
  const loose = { slug: 'a', subject: null };
  const late = { slug: 'b', subject: 'security' } as const;
  const early = { slug: 'c', subject: 'deposit' } as const;
  const second = { slug: 'd', subject: 'deposit' } as const;
  expect(groupBySubject([loose, late, early, second])).toEqual([
    { heading: 'deposit', questions: [early, second] },
    { heading: 'security', questions: [late] },
    { heading: 'more', questions: [loose] },
  ]);
});

test('the headings are the subjects that a question can have, and one for those without', () => {
  expect(FAQ_HEADINGS).toEqual([...FAQ_SUBJECTS, 'more']);
});

test('the address of a subject is the address of no question that comes with the product', () => {
  const names = globSync('*.fa.html', { cwd: join(import.meta.dirname, '../../../../content/faq') });
  expect(names.length).toBeGreaterThan(40);
  const anchors = FAQ_HEADINGS.map(getSubjectAnchor);
  expect(names.filter((name) => anchors.includes(name.replace('.fa.html', '')))).toEqual([]);
});
