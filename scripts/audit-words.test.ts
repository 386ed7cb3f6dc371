/** Every code in the audit log has a text in the back office, in both languages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_KINDS } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('server/src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .filter((text) => /appendAudit|audit\(|AuditEntry|subjectId/.test(text));

const wordsOf = (language: 'fa' | 'en') =>
  JSON.parse(readFileSync(join(ROOT, `messages/web/${language}/backoffice.json`), 'utf8')) as Record<
    'act' | 'detailName' | 'alarmName',
    Record<string, string>
  >;

/** Builds the key of an action like `actionKey` of the web. */
const keyOf = (action: string): string => action.trim().replace(/\W+/g, '_');

const actions = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/\baction: (?:[\w.]+ \? )?'([^']+)'(?: : '([^']+)')?/g)].flatMap(([, one, other]) =>
      [one, other].filter((action) => action !== undefined),
    ),
  ),
);
const names = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/\bdetail(?:: |\s*=\s*)\{([^{}]*)\}/g)].flatMap(([, body = '']) =>
      body
        .split(',')
        .map((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1])
        .filter((name) => name !== undefined),
    ),
  ),
);

test.each(['fa', 'en'] as const)('every action, particular and alarm has a text (%s)', (language) => {
  const { act, detailName, alarmName } = wordsOf(language);
  expect(actions.size).toBeGreaterThan(80);
  expect([...actions].filter((action) => !(keyOf(action) in act))).toEqual([]);
  expect(names.size).toBeGreaterThan(40);
  expect([...names].filter((name) => !(name in detailName))).toEqual([]);
  expect(ALARM_KINDS.filter((kind) => !(kind in alarmName))).toEqual([]);
});
