/** Every code in the audit log has a text in the back office, in both languages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER_LEVELS } from '@sarraf/domain';
import {
  ALARM_KINDS,
  API_LEVELS,
  ARTICLE_KINDS,
  ARTICLE_STATES,
  INSTRUCTION_KINDS,
  INSTRUCTION_STATES,
  KEY_PERMISSIONS,
  PASSKEY_KINDS,
  PROGRAM_KEY_KINDS,
  SAID_CAUSES,
  STEP_UP_CHANGES,
  STORE_PERMISSIONS,
  SUSPENDED_STATES,
  WITHDRAWAL_STATES,
} from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { VALUE_DICTIONARY_PARTS } from '../web/src/pages/backoffice/log/value-parts.ts';

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

/** The codes that particulars of the log name, beside those that are words of their own (times, coins, networks, gateways). */
const CODES: Readonly<Record<string, readonly string[]>> = {
  change: STEP_UP_CHANGES,
  kind: [...ALARM_KINDS, ...ARTICLE_KINDS, ...INSTRUCTION_KINDS, ...PASSKEY_KINDS, ...PROGRAM_KEY_KINDS],
  state: [...ARTICLE_STATES, ...INSTRUCTION_STATES, ...SUSPENDED_STATES, ...WITHDRAWAL_STATES],
  permissions: [...KEY_PERMISSIONS, ...STORE_PERMISSIONS],
  before: API_LEVELS,
  after: [...API_LEVELS, 'WAITING', 'PAID', 'UNSURE'],
  cause: SAID_CAUSES,
  reason: ['PERSON_BLOCKED'],
  language: ['fa', 'en'],
};

const levelsOf = (language: 'fa' | 'en'): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, `messages/web/${language}/profile.json`), 'utf8')).level;

test.each(['fa', 'en'] as const)('no value of a particular stands as a code (%s)', (language) => {
  const dictionary: unknown = wordsOf(language);
  const wordOf = (path: string): unknown =>
    path.split('.').reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], dictionary);
  const bare = Object.entries(CODES).flatMap(([name, codes]) =>
    codes
      .filter(
        (code) =>
          !(VALUE_DICTIONARY_PARTS[name] ?? []).some((part) => typeof wordOf(`${part}.${code}`) === 'string'),
      )
      .map((code) => `${name}: ${code}`),
  );
  expect(bare).toEqual([]);
  expect(USER_LEVELS.filter((level) => !(level in levelsOf(language)))).toEqual([]);
});
