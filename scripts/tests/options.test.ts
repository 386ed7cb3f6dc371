import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

describe('options of npm test', () => {
  it('without arguments select the gate, and files by their path from the project', () => {
    expect(parseOptions([])).toMatchObject({ all: false, paths: [], part: { label: 'all' } });
    expect(parseOptions(['./e2e', 'domain/src/money.test.ts']).paths).toEqual([
      'e2e',
      'domain/src/money.test.ts',
    ]);
  });

  it.each([
    [['--part', '2/6'], { of: { part: 2, parts: 6 }, name: null, label: '2-of-6' }],
    [['--part=6/6'], { of: { part: 6, parts: 6 }, name: null, label: '6-of-6' }],
    [['--part', 'system'], { of: null, name: 'system', label: 'system' }],
  ])('select a part of all tests: %j', (words, part) => {
    expect(parseOptions(['--all', '--resume', ...words])).toMatchObject({ all: true, resume: true, part });
  });

  it.each([
    [['--al']],
    [['--part', '1/2']],
    [['--resume']],
    [['--all', '--part', '0/6']],
    [['--all', '--part', '7/6']],
    [['--all', '--part', '']],
    [['--all', '--part', 'units']],
    [['--all', 'domain']],
  ])('are refused: %j', (words) => {
    expect(() => parseOptions(words)).toThrow();
  });
});
