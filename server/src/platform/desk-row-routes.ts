import * as contract from '@sarraf/domain/contracts';
import {
  cancelChange,
  changeRow,
  confirmChange,
  type DeskRowDeps,
  listDeskRows,
  pageOfChanges,
} from './desk-rows.ts';
import type { Http } from './http.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addDeskRowRoutes(http: Http, deps: DeskRowDeps): void {
  http.route(contract.deskRows, async ({ caller, params }) => ({
    ...OK,
    content: await listDeskRows(deps, caller.userId, params.kind),
  }));
  http.route(contract.changeDeskRow, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await changeRow(deps, caller, params.kind, params.key, body),
  }));
  http.route(contract.rowChanges, async ({ caller, query }) => ({
    ...OK,
    ...(await pageOfChanges(deps, caller.userId, query)),
  }));
  http.route(contract.confirmRowChange, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await confirmChange(deps, caller, params.id),
  }));
  http.route(contract.cancelRowChange, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await cancelChange(deps, caller, params.id),
  }));
}
