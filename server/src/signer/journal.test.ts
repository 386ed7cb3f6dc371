import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal, type JournalEntry } from './journal.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-journal-'));
  file = join(dir, 'journal.jsonl');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const entry = (n: number, orders = [`order${n}`]): JournalEntry => ({
  chain: 'ETHEREUM',
  orders,
  digest: 'd',
  txid: `tx${n}`,
  raw: `0x${'ab'.repeat(n)}`,
  at: 1_000 * n,
  inputs: [],
  sequence: BigInt(n),
  expires: null,
  out: [{ asset: 'ETHEREUM', amount: BigInt(n) * 10n ** 18n }],
});

function reopened(journal: Journal): Journal {
  journal.close();
  return new Journal(dir);
}

describe('Journal', () => {
  it('has everything again when it is opened again, bytes included', () => {
    let journal = new Journal(dir);
    for (let n = 1; n <= 3; n += 1) journal.append(entry(n));
    journal = reopened(journal);
    journal.append(entry(4, ['order1']));
    journal = reopened(journal);
    const of = journal.of(['order1', 'order3']);
    expect(of.map(({ txid }) => txid)).toEqual(['tx1', 'tx3', 'tx4']);
    expect(of.map((one) => journal.rawOf(one))).toEqual([1, 3, 4].map((n) => entry(n).raw));
    expect(of[2]).toMatchObject({ sequence: 4n, at: 4_000 });
    expect(journal.of(['order9'])).toEqual([]);
    journal.close();
  });

  it('counts what left of an asset since a time, of replaced bytes nothing', () => {
    const journal = new Journal(dir);
    journal.append(entry(1));
    journal.append(entry(2));
    journal.append(entry(3, ['order1']));
    expect(journal.outflow('ETHEREUM', 500, [])).toBe(5n * 10n ** 18n);
    expect(journal.outflow('ETHEREUM', 500, ['order1'])).toBe(2n * 10n ** 18n);
    expect(journal.outflow('BITCOIN', 500, [])).toBe(0n);
    expect(journal.outflow('ETHEREUM', 2_000, [])).toBe(3n * 10n ** 18n);
    journal.close();
  });

  it('drops a line that a crash cut off, which nobody was answered', () => {
    let journal = new Journal(dir);
    journal.append(entry(1));
    const whole = readFileSync(file, 'utf8');
    journal.close();
    for (const part of ['{"chain":', whole.slice(0, -1)]) {
      appendFileSync(file, part);
      journal = new Journal(dir);
      expect(readFileSync(file, 'utf8')).toBe(whole);
      journal.close();
    }
    journal = new Journal(dir);
    journal.append(entry(2));
    journal = reopened(journal);
    expect(journal.of(['order2'])).toHaveLength(1);
    journal.close();
  });

  it('is not opened when it was damaged, and not written when somebody else writes it', () => {
    const journal = new Journal(dir);
    journal.append(entry(1));
    appendFileSync(file, '\n');
    expect(() => journal.append(entry(2))).toThrow('somebody else');
    journal.close();
    writeFileSync(file, `nonsense\n${readFileSync(file, 'utf8')}`);
    expect(() => new Journal(dir)).toThrow();
  });
});
