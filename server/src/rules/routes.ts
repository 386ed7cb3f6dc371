import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { changeHoliday, deleteHoliday } from './change-holiday.ts';
import type { RulesDeps } from './deps.ts';
import { saveRules } from './save-rules.ts';
import { listRules, readHolidays } from './store.ts';
import { toTehranTime } from './tehran.ts';

const OK = { status: 'OK', message: 'OK' } as const;
/** Number of rules listed: all future ones, and as many past ones. */
const MAX_PAST_LISTED = 100;

export function addRoutes(http: Http, deps: RulesDeps, reload: () => Promise<void>): void {
  http.route(contract.readRules, async () => {
    const rows = await listRules(deps.db, MAX_PAST_LISTED);
    const emails = await deps.emailsOf([...new Set(rows.flatMap(({ setBy }) => setBy ?? []))]);
    const content = rows.map(({ validFrom, setBy, reason, body }) => ({
      validFromDateTime: validFrom.toISOString(),
      setBy: emails.get(setBy ?? '') ?? '',
      reason,
      rules: body,
    }));
    return { ...OK, content };
  });
  http.route(contract.saveRules, async ({ caller, body }) => {
    await saveRules(deps, caller.userId, body);
    await reload();
    return OK;
  });
  http.route(contract.holidays, async ({ query }) => {
    const year = query.year ?? toTehranTime(deps.clock.now()).day.slice(0, 4);
    return { ...OK, content: await readHolidays(deps.db, `${year}-01-01`, `${year}-12-31`) };
  });
  http.route(contract.saveHoliday, async ({ caller, body }) => {
    await changeHoliday(deps, caller.userId, body);
    return OK;
  });
  http.route(contract.removeHoliday, async ({ caller, params }) => {
    await deleteHoliday(deps, caller.userId, params.day);
    return OK;
  });
}
