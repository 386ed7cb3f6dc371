import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { afterAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { checkBackups, evaluateBackups } from './backups.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-backup-records-'));
afterAll(() => removeFolder(folder));

const START = Date.parse('2026-11-28T12:00:00Z');
const settings = { BACKUP_JOBS: 'signer,documents', BACKUP_RECORDS: folder };
const at = (ms: number) => new Date(START + ms);
function record(name: string, kind: 'good' | 'failed', time: Date): void {
  mkdirSync(join(folder, name), { recursive: true });
  const run = { at: time.toISOString(), result: 'exit-code exited 1' };
  writeFileSync(join(folder, name, `last-${kind}.json`), JSON.stringify(run));
}

it('an expected copy goes from none to late, good, failed and good again, by the records of its unit', async () => {
  let memory: unknown = null;
  const look = async (now: Date) => {
    // Records need no database.
    memory = JSON.parse(JSON.stringify(await checkBackups({} as never, settings, memory, now)));
    return evaluateBackups(settings, memory, now).map(({ name, state }) => [name, state]);
  };
  const states = (documents: string, signer: string) => [
    ['documents', documents],
    ['signer', signer],
  ];
  expect(await look(at(0))).toEqual(states('NONE', 'NONE'));
  expect(await look(at(31 * MINUTE_MS))).toEqual(states('LATE', 'NONE'));
  record('documents', 'good', at(32 * MINUTE_MS));
  record('signer', 'failed', at(32 * MINUTE_MS));
  expect(await look(at(33 * MINUTE_MS))).toEqual(states('GOOD', 'FAILED'));
  record('documents', 'failed', at(34 * MINUTE_MS));
  record('signer', 'good', at(34 * MINUTE_MS));
  expect(await look(at(35 * MINUTE_MS))).toEqual(states('FAILED', 'GOOD'));
  record('documents', 'good', at(36 * MINUTE_MS));
  expect(await look(at(37 * MINUTE_MS))).toEqual(states('GOOD', 'GOOD'));
  expect(await look(at(3 * HOUR_MS))).toEqual(states('LATE', 'GOOD'));
  expect(await look(at(4 * HOUR_MS))).toEqual(states('LATE', 'LATE'));
});

it('an unreadable record counts as a failure with its reason', async () => {
  record('documents', 'good', at(0));
  writeFileSync(join(folder, 'documents', 'last-good.json'), '{');
  const checkResult = await checkBackups({} as never, { ...settings, BACKUP_JOBS: 'documents' }, null, at(0));
  expect(evaluateBackups(settings, checkResult, at(0))[0]).toMatchObject({
    state: 'FAILED',
    goodAt: null,
    error: expect.stringContaining('JSON'),
  });
});

it('no copy is expected if none is configured', async () => {
  const none = { BACKUP_RECORDS: folder, BACKUP_JOBS: undefined } as never;
  expect(await checkBackups({} as never, none, null, at(0))).toEqual({});
  expect(evaluateBackups(none, null, at(0))).toEqual([]);
});
