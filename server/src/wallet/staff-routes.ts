import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { type AuditEntry, appendAudit } from '../platform/database/audit-log.ts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { listBankDeposits } from './bank-deposits/bank-deposit-store.ts';
import { bankDepositDtos } from './bank-deposits/bank-deposit-views.ts';
import { decideBankDeposit } from './bank-deposits/decide-bank-deposit.ts';
import { importBankDeposits } from './bank-deposits/import-bank-deposits.ts';
import type { WalletDeps } from './deps.ts';
import { freezeAmount } from './freezes/freeze-amount.ts';
import { listFreezes } from './freezes/freeze-store.ts';
import { freezeDtos } from './freezes/freeze-views.ts';
import { liftFreeze } from './freezes/lift-freeze.ts';

const OK = { status: 'OK', message: 'OK' } as const;
const MAX_FREEZES = 100;

/** Adds the staff's endpoints for bank deposits and for partial freezes by court order. */
export function addWalletStaffRoutes(http: Http, deps: WalletDeps, secrets: Secrets): void {
  http.route(contract.bankDeposits, async ({ caller, query }) => {
    const page = parsePage(query);
    const found = await listBankDeposits(deps.db, query.state ?? null, page);
    const { rows, nextCursor } = toPage(found, page);
    const detail = { state: query.state ?? null, shown: rows.length };
    await auditAccess(deps, {
      actorId: caller.userId,
      action: 'bank deposits listed',
      subjectId: null,
      detail,
    });
    return { ...OK, content: await bankDepositDtos(deps, rows), nextCursor };
  });
  http.route(contract.importBankDeposits, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await importBankDeposits(deps, secrets, caller.userId, body.lines),
  }));
  http.route(contract.decideBankDeposit, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await decideBankDeposit(deps, caller.userId, params.id, body),
  }));
  http.route(contract.freezes, async ({ caller, params }) => ({
    ...OK,
    content: await freezeDtos(deps, await readFreezes(deps, caller.userId, params.id)),
  }));
  http.route(contract.freezeAmount, async ({ caller, params, body, idempotency }) => ({
    ...OK,
    baseDTO: await freezeAmount(deps, caller.userId, params.id, body, idempotency),
  }));
  http.route(contract.liftFreeze, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await liftFreeze(deps, caller.userId, params.id, body.reason),
  }));
}

/** Lists the freezes of a user; the read is recorded in the audit log. NOT_FOUND: no user with this id. */
async function readFreezes(deps: WalletDeps, staffId: string, userId: string) {
  const person = isId(userId) ? await deps.people.find(userId) : null;
  if (person === null) throw new AppError('NOT_FOUND');
  await auditAccess(deps, { actorId: staffId, action: 'freezes read', subjectId: person.id });
  return listFreezes(deps.db, person.id, MAX_FREEZES);
}

const auditAccess = ({ db, clock }: WalletDeps, entry: AuditEntry): Promise<void> =>
  db.transaction().execute((tx) => appendAudit(tx, entry, new Date(clock.now())));
