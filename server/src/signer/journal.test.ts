import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { toWire } from '../platform/wire.ts';
import { createDefaultCaps } from './caps.ts';
import { Journal, type JournalEntry } from './journal.ts';

const KEY = [{ generation: 0, name: 'first', key: Buffer.alloc(32, 1) }];
const NOW = 1_000_000;
let dir: string;
let file: string;
let head: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-journal-'));
  file = join(dir, 'journal.jsonl');
  head = join(dir, 'journal.head');
});
afterEach(() => removeFolder(dir));

const entry = (n: number, orders = [`order${n}`]): JournalEntry => ({
  chain: 'ETHEREUM',
  orders,
  digest: 'd',
  txid: `tx${n}`,
  raw: `0x${'ab'.repeat(n)}`,
  at: 1_000 * n,
  sender: 'hot',
  inputs: [],
  sequence: BigInt(n),
  expires: null,
  out: [{ asset: 'ETHEREUM', amount: BigInt(n) * 10n ** 18n }],
  withdrawals: [],
});

const fresh = () => new Journal(dir, KEY, ['MISSING'], NOW);
const open = () => new Journal(dir, KEY, [], NOW);
function reopened(journal: Journal): Journal {
  journal.close();
  return open();
}
/** Content after this many entries. */
function written(count: number): void {
  const journal = fresh();
  for (let n = 1; n <= count; n += 1) journal.append(entry(n));
  journal.close();
}

describe('Journal', () => {
  it('restores its complete content when reopened, bytes included', () => {
    let journal = fresh();
    for (let n = 1; n <= 3; n += 1) journal.append(entry(n));
    journal = reopened(journal);
    journal.append(entry(4, ['order1']));
    journal = reopened(journal);
    const of = journal.listSignaturesFor(['order1', 'order3']);
    expect(of.map(({ txid }) => txid)).toEqual(['tx1', 'tx3', 'tx4']);
    expect(of.map((one) => journal.readRaw(one))).toEqual([1, 3, 4].map((n) => entry(n).raw));
    expect(of[2]).toMatchObject({ sequence: 4n, at: 4_000 });
    expect(journal.listSignaturesFor(['order9'])).toEqual([]);
    expect([journal.hasTxid('tx2'), journal.hasTxid('tx9')]).toEqual([true, false]);
    expect(journal.exposure.sumSince(500, NOW).get('ETHEREUM')).toBe(10n * 10n ** 18n);
    expect(journal.latched).toBeNull();
    journal.close();
  });

  it('drops a line that was truncated by a crash and never acknowledged', () => {
    written(1);
    const whole = readFileSync(file, 'utf8');
    for (const part of ['{"chain":', whole.slice(0, -1)]) {
      appendFileSync(file, part);
      open().close();
      expect(readFileSync(file, 'utf8')).toBe(whole);
    }
    let journal = open();
    journal.append(entry(2));
    journal = reopened(journal);
    expect(journal.listSignaturesFor(['order2'])).toHaveLength(1);
    expect(journal.latched).toBeNull();
    journal.close();
  });

  it('keeps a complete line that the head does not include yet', () => {
    written(1);
    const before = readFileSync(head, 'utf8');
    const journal = open();
    journal.append(entry(2));
    journal.close();
    writeFileSync(head, before);
    const again = open();
    expect(again.listSignaturesFor(['order2'])).toHaveLength(1);
    expect(again.latched).toBeNull();
    again.close();
  });

  const losses: [string, () => void, string][] = [
    ['is gone', () => rmSync(file), 'CUT_OFF'],
    ['is empty', () => writeFileSync(file, ''), 'CUT_OFF'],
    ['lacks its last line', () => cutLast(), 'CUT_OFF'],
    ['lacks half of its last line', () => truncateSync(file, readFileSync(file).length - 5), 'CUT_OFF'],
    ['has no head', () => rmSync(head), 'MISSING'],
    ['has a head that says nothing', () => writeFileSync(head, ''), 'CUT_OFF'],
    ['has a head of another journal', () => writeFileSync(head, `2 ${'0'.repeat(64)}\n`), 'CUT_OFF'],
    ['is gone with its head', () => [file, head].map((one) => rmSync(one)), 'MISSING'],
  ];
  const cutLast = () =>
    writeFileSync(file, `${readFileSync(file, 'utf8').trim().split('\n').slice(0, -1).join('\n')}\n`);
  it.each(losses)('starts latched, permanently, if it %s', (_name, lose, about) => {
    written(2);
    lose();
    let journal = open();
    expect(journal.latched).toMatchObject({ reason: 'JOURNAL', about, at: NOW });
    journal = reopened(journal);
    expect(journal.latched).toMatchObject({ reason: 'JOURNAL', about });
    journal.recordAction({ release: 'another' }, NOW);
    expect(journal.latched).not.toBeNull();
    journal.recordAction({ release: journal.latched?.id ?? '' }, NOW);
    expect([journal.latched, journal.acts]).toEqual([null, 2]);
    journal = reopened(journal);
    expect([journal.latched, journal.acts]).toEqual([null, 2]);
    journal.close();
  });

  it('keeps the first reason of a latch, and caps', () => {
    let journal = fresh();
    journal.latch('HOUR', 'TETHER', NOW);
    journal.latch('DAY', null, NOW + 1);
    const caps = createDefaultCaps(true);
    journal.recordAction({ caps }, NOW);
    journal = reopened(journal);
    expect(journal.latched).toMatchObject({ reason: 'HOUR', about: 'TETHER', at: NOW });
    expect(journal.caps).toEqual(caps);
    journal.close();
  });

  it('refuses to open if a line was changed, removed or added, or with another key', () => {
    written(3);
    const whole = readFileSync(file, 'utf8');
    const [first = '', second = '', third = ''] = whole.split('\n');
    const changed = [
      whole.replace('tx2', 'tx9'),
      `${first}\n${third}\n`,
      `${second}\n${first}\n${third}\n`,
      `${toWire(entry(4))}\n${whole}`,
      `${whole}${toWire(entry(4))}\n`,
      `${whole}${third}\n`,
    ];
    for (const text of changed) {
      writeFileSync(file, text);
      expect(open).toThrow('was changed');
    }
    writeFileSync(file, whole);
    expect(
      () => new Journal(dir, [{ generation: 0, name: 'first', key: Buffer.alloc(32, 2) }], [], NOW),
    ).toThrow('was changed');
    open().close();
  });

  it('cannot be opened if its lines have no MACs', () => {
    writeFileSync(file, `${toWire(entry(1))}\n`);
    expect(open).toThrow('line 1 of the journal was changed');
  });

  it('cannot be opened while another process writes it', () => {
    const journal = fresh();
    journal.append(entry(1));
    appendFileSync(file, '\n');
    expect(() => journal.append(entry(2))).toThrow('another process writes');
    journal.close();
  });
});

describe('a journal that switches to another seed', () => {
  const seed = (generation: number, byte = generation + 1) => ({
    generation,
    name: `seed ${byte}`,
    key: Buffer.alloc(32, byte),
  });
  const [FIRST, SECOND, THIRD] = [seed(0), seed(1), seed(2)];
  const openBy = (...keys: (typeof FIRST)[]) => new Journal(dir, keys, [], NOW);

  /** Writes one entry under each of three generations. */
  function crossed(): string[] {
    let journal = new Journal(dir, [FIRST], ['MISSING'], NOW);
    journal.append(entry(1));
    journal.switchGeneration(SECOND, NOW, ['a colleague']);
    journal.append(entry(2));
    journal.close();
    journal = openBy(FIRST, SECOND);
    journal.switchGeneration(THIRD, NOW, []);
    journal.append(entry(3));
    journal.close();
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  }
  const write = (lines: readonly string[]) => writeFileSync(file, `${lines.join('\n')}\n`);

  it('is intact, also if the older seeds are deleted', () => {
    crossed();
    for (const keys of [[FIRST, SECOND, THIRD], [SECOND, THIRD], [FIRST, THIRD], [THIRD]]) {
      const journal = openBy(...keys);
      expect(journal.latched).toBeNull();
      expect(journal.listSignaturesFor(['order1', 'order2', 'order3'])).toHaveLength(3);
      journal.close();
    }
  });

  it('cannot be opened with the older seeds alone', () => {
    crossed();
    for (const keys of [[FIRST], [SECOND], [FIRST, SECOND]])
      expect(() => openBy(...keys)).toThrow('continues under generation 2');
    for (const keys of [
      [seed(0, 9), SECOND, THIRD],
      [FIRST, seed(1, 9), THIRD],
      [FIRST, SECOND, seed(2, 9)],
      [seed(2, 9)],
    ])
      expect(() => openBy(...keys)).toThrow('was changed');
  });

  it('detects any modification, also if the older seed is deleted', () => {
    const lines = crossed();
    expect(lines).toHaveLength(5);
    for (const keys of [[FIRST, SECOND, THIRD], [THIRD]]) {
      for (const changed of [
        lines.with(0, (lines[0] as string).replace('tx1', 'tx9')),
        lines.with(2, (lines[2] as string).replace('tx2', 'tx9')),
        lines.with(1, (lines[1] as string).replace('a colleague', 'nobody')),
        lines.with(3, (lines[3] as string).replace('seed 3', 'seed 9')),
        lines.toSpliced(0, 1),
        lines.toSpliced(1, 1),
        lines.toSpliced(2, 1),
        lines.toSpliced(3, 1),
        lines.with(0, lines[2] as string).with(2, lines[0] as string),
      ]) {
        write(changed);
        expect(() => openBy(...keys)).toThrow();
      }
      write(lines);
      openBy(...keys).close();
    }
  });

  it('cannot be forged before its end with an older seed', () => {
    const lines = crossed();
    rmSync(file);
    rmSync(head);
    // An attacker has the first seed and the folder: they forge a journal up to where the second generation begins.
    const forged = new Journal(dir, [FIRST], ['MISSING'], NOW);
    forged.append(entry(7));
    forged.close();
    const [own] = readFileSync(file, 'utf8').split('\n');
    write([own as string, ...lines.slice(1)]);
    expect(() => openBy(FIRST, SECOND, THIRD)).toThrow('was changed');
    expect(() => openBy(THIRD)).toThrow('was changed');
  });

  it('starts latched if it lacks available seeds, and continues under the newest', () => {
    const lines = crossed();
    write(lines.slice(0, 1));
    writeFileSync(head, `1 ${(lines[0] as string).slice(0, 64)}\n`);
    const journal = openBy(FIRST, SECOND, THIRD);
    expect(journal.latched).toMatchObject({ reason: 'JOURNAL', about: 'CUT_OFF' });
    journal.close();
    expect(() => openBy(FIRST)).toThrow('continues under generation 2');
    const again = openBy(THIRD);
    expect(again.latched).toMatchObject({ about: 'CUT_OFF' });
    again.close();
  });

  it('can be created by seeds of which the first is deleted', () => {
    const journal = openBy(SECOND, THIRD);
    expect(journal.latched).toMatchObject({ about: 'MISSING' });
    journal.close();
    openBy(THIRD).close();
    expect(() => openBy(SECOND)).toThrow('continues under generation 2');
  });
});
