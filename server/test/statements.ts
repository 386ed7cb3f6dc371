/** Yearly statements with a ledger context: files are in their own folder, the holder is set by the test. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { createIssuedDocuments } from '../src/issued-documents/index.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets, toOwnedRowKey } from '../src/platform/secrets/secrets.ts';
import { foldPositions } from '../src/referral/fold-positions.ts';
import { statementsCleanUpJob } from '../src/statements/clean-up.ts';
import type { StatementsContext } from '../src/statements/deps.ts';
import { createStatementFiles } from '../src/statements/make-statement.ts';
import { requestYearlyStatement } from '../src/statements/request-statement.ts';
import { openSealedFiles } from '../src/statements/sealed-files.ts';
import { findStatement } from '../src/statements/store.ts';
import { statementDto } from '../src/statements/view.ts';
import type { ReferralFixture } from './referral.ts';
import { removeFolder } from './remove-folder.ts';
import { parseCsv, readWorkbook } from './workbook.ts';

/** A company without a national id: that line is omitted. */
export const STATEMENT_ISSUER = {
  legalName: 'شرکت نمونه',
  registrationNumber: '123456',
  nationalId: '',
  address: 'تهران',
};

export type StatementsFixture = ReturnType<typeof createStatementsFixture>;

export function createStatementsFixture({ db, deps, clock }: Pick<ReferralFixture, 'db' | 'deps' | 'clock'>) {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-statements-'));
  const secrets = createSecrets([Buffer.alloc(32, 7)]);
  const holder = { name: 'سارا احمدی', nationalCode: '0499370899' };
  const emptyRows = async () => null;
  const issued = createIssuedDocuments({
    db,
    config: { PUBLIC_URL: 'https://sarraf.test' },
    clock,
    log: createLog('silent'),
    secrets,
    subjects: { TRADE: emptyRows, DEPOSIT: emptyRows, WITHDRAWAL: emptyRows },
    nameOf: async () => holder.name,
  });
  const context: StatementsContext = {
    db,
    config: { DATA_DIR: folder },
    clock,
    log: createLog('silent'),
    secrets,
    referral: { foldTransfers: () => foldPositions(deps) },
    issuedDocuments: issued,
    readHolder: async () => ({ ...holder }),
    readIssuer: async () => STATEMENT_ISSUER,
    files: openSealedFiles(folder, secrets),
    now: () => new Date(clock.now()),
  };
  const requestStatement = (
    userId: string,
    year: number,
    more: Partial<Pick<Statement, 'calendar' | 'lang'>> = {},
  ) => requestYearlyStatement(context, userId, { calendar: 'JALALI', lang: 'fa', year, ...more });
  const readRow = async (id: string) => {
    const statement = await findStatement(db, id);
    if (!statement) throw new Error('no such statement');
    return statement;
  };
  const readBytes = async (name: string, owner: string) => {
    const parts: Buffer[] = [];
    for await (const part of context.files.read(name, owner)) parts.push(part);
    return Buffer.concat(parts);
  };
  return {
    context,
    issued,
    folder,
    holder,
    ask: requestStatement,
    row: readRow,
    bytesOf: readBytes,
    make: (id: string) => createStatementFiles(context, id),
    /** Requests a statement and waits until it is created. */
    async createStatementFor(...args: Parameters<typeof requestStatement>) {
      const { id } = await requestStatement(...args);
      await createStatementFiles(context, id);
      const statement = await readRow(id);
      if (statement.state !== 'READY' || !statement.made)
        throw new Error(`the statement is ${statement.state}`);
      const { made } = statement;
      const owner = toOwnedRowKey(id, statement.userId);
      return {
        id,
        made,
        dto: statementDto(statement),
        summary: JSON.parse(secrets.decrypt(made.summary, 'statements.summary_encrypted', owner)),
        sheets: readWorkbook(await readBytes(made.xlsxFile, owner)),
        csv: parseCsv((await readBytes(made.csvFile, owner)).toString('utf8')),
      };
    },
    cleanUp: () => statementsCleanUpJob(context).run({}),
    files: () => readdirSync(folder),
    /** Returns the waiting jobs. */
    async listJobs(): Promise<unknown[]> {
      const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'make-statement'`.execute(
        db,
      );
      return rows.map(({ payload }) => payload);
    },
    close: () => removeFolder(folder),
  };
}
