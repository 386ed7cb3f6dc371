import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { checkLedger } from '../../test/invariants.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

const LEASE_MS = 600;

interface Process {
  child: ChildProcess;
  acknowledged: string[];
  refused: string[];
  role: 'writer' | 'reader';
}

function start(url: string, owner: string, prefix: string): Process {
  const script = join(import.meta.dirname, '../../test/ledger-process.ts');
  const child = spawn(process.execPath, [script, url, String(LEASE_MS), owner, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ledgerProcess: Process = { child, acknowledged: [], refused: [], role: 'reader' };
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line === 'writer' || line === 'reader') ledgerProcess.role = line;
    else if (line.startsWith('ok ')) ledgerProcess.acknowledged.push(line.slice(3));
    else ledgerProcess.refused.push(line.slice(8));
  });
  return ledgerProcess;
}

it('the ledger loses and duplicates nothing when a writer is frozen past its lease, another takes over, and the first resumes', async () => {
  const test = await createTestDatabase();
  const { db, close } = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const owner = newId();
  const first = start(test.url, owner, 'first');
  await expect.poll(() => first.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(200);
  const second = start(test.url, owner, 'second');
  await expect.poll(() => second.refused.length, { timeout: 60_000 }).toBeGreaterThan(5);
  expect(second.acknowledged).toHaveLength(0);

  // Freezes each writer in the middle of its batches, three times, so that each loses the lease and gets it again.
  let [frozen, other] = [first, second];
  for (let round = 0; round < 3; round += 1) {
    const before = other.acknowledged.length;
    frozen.child.kill('SIGSTOP');
    await expect.poll(() => other.role, { timeout: 60_000 }).toBe('writer');
    await expect.poll(() => other.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 200);
    frozen.child.kill('SIGCONT');
    await expect.poll(() => frozen.role, { timeout: 60_000 }).toBe('reader');
    [frozen, other] = [other, frozen];
  }

  for (const { child } of [first, second]) child.kill('SIGTERM');
  await Promise.all([first, second].map(({ child }) => once(child, 'exit')));
  const keys = await sql<{ key: string }>`select key from idempotency`.execute(db);
  const stored = new Set(keys.rows.map((row) => row.key));
  const acknowledged = [...first.acknowledged, ...second.acknowledged];
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  const { rows } = await sql<{ balance: bigint; transfers: bigint }>`
    select balance, (select count(*) from transfers) as transfers from accounts where owner = ${owner}`.execute(
    db,
  );
  // One transfer per key: a command neither acknowledged nor finally refused is there once or not at all.
  expect(rows[0]).toEqual({ balance: BigInt(stored.size), transfers: BigInt(stored.size) });
  expect(await checkLedger(db)).toBeNull();
  await close();
  await test.drop();
});
