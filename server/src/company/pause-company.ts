import type { Company } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http.ts';
import { companyNow } from './company-view.ts';
import type { Kit } from './deps.ts';
import { periodEnd } from './periods.ts';
import { audit } from './save-company.ts';
import { shopOf } from './shop-of.ts';
import { lockCompany, setPaused } from './store.ts';

/**
 * Stops buying and sending, what is under way included as far as it isn't withdrawn yet; or lets it go on. What came in
 * meanwhile is settled with the period that runs when it goes on.
 */
export async function pauseCompany(kit: Kit, caller: Caller, paused: boolean): Promise<Company> {
  const { id } = await shopOf(kit, caller);
  await kit.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (company === null || paused === (company.pausedAt !== null)) return;
    const { perTime, nextDueAt } = company;
    const missed = !paused && perTime !== null && nextDueAt !== null && nextDueAt <= kit.now();
    const next = missed ? new Date(periodEnd(perTime, kit.clock.now())) : null;
    await setPaused(tx, id, paused ? kit.now() : null, next);
    await audit(kit, tx, caller, paused ? 'settlement paused' : 'settlement resumed');
  });
  return companyNow(kit, id);
}
