/** Yearly statements with a ledger context: files are in their own folder, the holder is set by the test. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { createIssuedDocuments } from '../src/issued-documents/index.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets, ownedRow } from '../src/platform/secrets/secrets.ts';
import { foldPositions } from '../src/referral/fold-positions.ts';
import { askStatement } from '../src/statements/ask-statement.ts';
import { statementsCleanUpJob } from '../src/statements/clean-up.ts';
import type { StatementsContext } from '../src/statements/deps.ts';
import { makeStatement } from '../src/statements/make-statement.ts';
import { openSealedFiles } from '../src/statements/sealed-files.ts';
import { findStatement } from '../src/statements/store.ts';
import { statementDto } from '../src/statements/view.ts';
import type { ReferralFixture } from './referral.ts';
import { removeFolder } from './remove-folder.ts';
import { readCsv, readWorkbook } from './workbook.ts';

/** A company without a national id: that line is omitted. */
export const STATEMENT_ISSUER = {
  legalName: 'شرکت نمونه',
  registrationNumber: '123456',
  nationalId: '',
  address: 'تهران',
};

export type StatementsFixture = ReturnType<typeof statementsFixture>;

export function statementsFixture({ db, deps, clock }: Pick<ReferralFixture, 'db' | 'deps' | 'clock'>) {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-statements-'));
  const secrets = createSecrets([Buffer.alloc(32, 7)]);
  const holder = { name: 'سارا احمدی', nationalCode: '0499370899' };
  const none = async () => null;
  const issued = createIssuedDocuments({
    db,
    config: { PUBLIC_URL: 'https://sarraf.test' },
    clock,
    log: createLog('silent'),
    secrets,
    subjects: { TRADE: none, DEPOSIT: none, WITHDRAWAL: none },
    nameOf: async () => holder.name,
  });
  const context: StatementsContext = {
    db,
    config: { DATA_DIR: folder },
    clock,
    log: createLog('silent'),
    secrets,
    referral: { fold: () => foldPositions(deps) },
    issuedDocuments: issued,
    holder: async () => ({ ...holder }),
    issuer: async () => STATEMENT_ISSUER,
    files: openSealedFiles(folder, secrets),
    now: () => new Date(clock.now()),
  };
  const ask = (userId: string, year: number, more: Partial<Pick<Statement, 'calendar' | 'lang'>> = {}) =>
    askStatement(context, userId, { calendar: 'JALALI', lang: 'fa', year, ...more });
  const row = async (id: string) => {
    const found = await findStatement(db, id);
    if (!found) throw new Error('no such statement');
    return found;
  };
  const bytesOf = async (name: string, owner: string) => {
    const parts: Buffer[] = [];
    for await (const part of context.files.read(name, owner)) parts.push(part);
    return Buffer.concat(parts);
  };
  return {
    context,
    issued,
    folder,
    holder,
    ask,
    row,
    bytesOf,
    make: (id: string) => makeStatement(context, id),
    /** Requests a statement and waits until it is created. */
    async made(...args: Parameters<typeof ask>) {
      const { id } = await ask(...args);
      await makeStatement(context, id);
      const found = await row(id);
      if (found.state !== 'READY' || !found.made) throw new Error(`the statement is ${found.state}`);
      const { made } = found;
      const owner = ownedRow(id, found.userId);
      return {
        id,
        made,
        dto: statementDto(found),
        summary: JSON.parse(secrets.decrypt(made.summary, 'statements.summary_encrypted', owner)),
        sheets: readWorkbook(await bytesOf(made.xlsxFile, owner)),
        csv: readCsv((await bytesOf(made.csvFile, owner)).toString('utf8')),
      };
    },
    cleanUp: () => statementsCleanUpJob(context).run({}),
    files: () => readdirSync(folder),
    /** Returns the waiting jobs. */
    async jobs(): Promise<unknown[]> {
      const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'make-statement'`.execute(
        db,
      );
      return rows.map(({ payload }) => payload);
    },
    close: () => removeFolder(folder),
  };
}
