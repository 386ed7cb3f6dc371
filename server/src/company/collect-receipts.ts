import { formatAmount, Refusal } from '@sarraf/domain';
import type { ReplyOf, receiptsToWallet } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http.ts';
import { companyNow } from './company-view.ts';
import type { Kit } from './deps.ts';
import { audit } from './save-company.ts';
import { settleCompany } from './settle-companies.ts';
import { freeCarry, insertSettlement, sumMoved, turnToWallet } from './settlement-store.ts';
import { refuseClosed, shopOf } from './shop-of.ts';
import { lockCompany, moveOn } from './store.ts';

/**
 * Takes everything that was received and isn't bought yet to the owner's Toman wallet, settlements that wait included.
 * Whatever of it can't be moved in this moment follows by itself.
 *
 * COMPANY_ONLY, COMPANY_NOT_ACTIVE; CONFLICT: there is nothing.
 */
export async function collectReceipts(
  kit: Kit,
  caller: Caller,
): Promise<ReplyOf<typeof receiptsToWallet>['baseDTO']> {
  const shop = await shopOf(kit, caller);
  await refuseClosed(kit, shop);
  const now = kit.now();
  const ids = await kit.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, shop.id);
    if (company === null || company.blockedAt !== null) throw new Refusal('COMPANY_NOT_ACTIVE');
    const turned = await turnToWallet(tx, shop.id, now);
    const carry = turned.length > 0 ? 0n : await freeCarry(tx, shop.id);
    const span = { periodFrom: company.settledUntil, periodTo: now };
    const made = await insertSettlement(
      tx,
      { companyId: shop.id, kind: 'WALLET', part: 0, ...span },
      now,
      carry > 0n,
    );
    if (made === null && turned.length === 0) throw new Refusal('CONFLICT');
    if (made !== null) await moveOn(tx, shop.id, now, null);
    await audit(kit, tx, caller, 'receipts taken to the wallet');
    return made === null ? turned : [...turned, made];
  });
  await settleCompany(kit, shop.id);
  const amount = formatAmount(await sumMoved(kit.db, ids), 'TOMAN');
  return { amount, company: await companyNow(kit, shop.id) };
}
