import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Http } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { listBankLines, listBankStatements, listHouseAccounts } from './bank-statement-store.ts';
import { bankCheckDto, bankLineDtos, bankStatementDtos, houseAccountDto } from './bank-statement-views.ts';
import { CHECK_BANK, CHECK_BANK_OPTIONS, findLastBankCheck } from './count-bank.ts';
import { addHouseAccount, discardBankStatement, explainBankLine } from './decide-bank-statement.ts';
import { importBankStatement } from './import-bank-statement.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the staff's endpoints for statements of our own bank accounts. */
export function addBankStatementRoutes(http: Http, deps: WalletDeps, secrets: Secrets): void {
  http.route(contract.houseBankAccounts, async () => ({
    ...OK,
    content: (await listHouseAccounts(deps.db)).map(houseAccountDto),
    nextCursor: null,
  }));
  http.route(contract.addHouseBankAccount, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await addHouseAccount(deps, caller.userId, body),
  }));
  http.route(contract.bankStatements, async ({ query }) => {
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(await listBankStatements(deps.db, page), page);
    return { ...OK, content: await bankStatementDtos(deps, rows), nextCursor };
  });
  http.route(contract.importBankStatement, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await importBankStatement(deps, secrets, caller.userId, body),
  }));
  http.route(contract.discardBankStatement, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await discardBankStatement(deps, caller.userId, params.id, body.reason),
  }));
  http.route(contract.bankLines, async ({ caller, query }) => {
    const statement = query.statement ?? null;
    if (statement !== null && !isId(statement)) throw new AppError('NOT_FOUND');
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(await listBankLines(deps.db, statement, page), page);
    const detail = { statement, shown: rows.length };
    const entry = { actorId: caller.userId, action: 'bank lines read', subjectId: null, detail };
    await deps.db.transaction().execute((tx) => appendAudit(tx, entry, new Date(deps.clock.now())));
    return { ...OK, content: await bankLineDtos(deps, rows), nextCursor };
  });
  http.route(contract.explainBankLine, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await explainBankLine(deps, caller.userId, params.id, body),
  }));
  http.route(contract.readBankCheck, async () => {
    const last = await findLastBankCheck(deps.db);
    return { ...OK, baseDTO: last && bankCheckDto(last) };
  });
  http.route(contract.requestBankCheck, async () => {
    await enqueue(deps.db, CHECK_BANK, {}, CHECK_BANK_OPTIONS);
    return OK;
  });
}
