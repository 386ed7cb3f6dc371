import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatHistoryRow } from './record.ts';

test('lineOf has a cell for each column of bench/history.md, in its order', () => {
  const table = readFileSync(join(import.meta.dirname, '../../bench/history.md'), 'utf8').split('\n');
  const columns = (table.find((line) => line.startsWith('| day |')) ?? '').split('|');
  const what = { commit: 'abc1234', machine: '2 × Core', score: 123.4 };
  const cells = formatHistoryRow(what, {
    otc: { pgbenchPerSecond: 3_821.4, batchesPerSecond: 17_003.2, offeredP99: 17.25 },
    matching: { toNodejsOrderBook: 33.1 },
  }).split('|');
  const cell = (column: string) => cells[columns.indexOf(` ${column} `)]?.trim();
  expect(cells).toHaveLength(columns.length);
  expect([cell('commit'), cell('core'), cell('pgbench'), cell('batches')]).toEqual([
    'abc1234',
    '123.4',
    '3821',
    '17000',
  ]);
  expect([cell('p99'), cell('orders'), cell('× peer')]).toEqual(['17.25', '–', '33.1']);
});
