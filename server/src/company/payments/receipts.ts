import type { CompanyReceipts } from '../../wallet/index.ts';
import type { ReceiptDeps } from '../deps.ts';
import { findCompany, readLimits } from '../store.ts';
import { buildEventRow } from '../webhooks/event-store.ts';
import { startDelivery } from '../webhooks/webhooks.ts';
import { isWithinCardLimit, isWithinCompanyLimits } from './pay-company.ts';
import { buildReceivedRows, lockCounts } from './payment-store.ts';

/**
 * Implements the wallet's port for crediting a payment to a company. It needs nothing of the wallet, so it is
 * created first.
 */
export const createCompanyReceipts = (context: ReceiptDeps): CompanyReceipts => ({
  async lockCounts(tx, { companyId, cardDigest }) {
    if (companyId !== null) await lockCounts(tx, companyId, cardDigest);
  },
  async fitsLimits(tx, { id, companyId, cardDigest, amount, state }) {
    if (companyId === null) return false;
    if (!(await isWithinCardLimit(context, tx, { id, cardDigest, ipDigest: null, amount }))) return false;
    // A payment that has not failed has kept its reservation in the company's limit.
    return (
      state !== 'FAILED' || isWithinCompanyLimits(context, tx, await readLimits(tx), { companyId, amount })
    );
  },
  receiptRows({ id, companyId, amount }, at) {
    if (companyId === null) return [];
    return [
      ...buildReceivedRows(id, companyId, amount, at),
      buildEventRow({ companyId, kind: 'payment.paid', subject: id, at }),
    ];
  },
  async received({ companyId }) {
    const company = companyId === null ? null : await findCompany(context.db, companyId).catch(() => null);
    if (company) context.bus.publish('wallets', { userId: company.userId, coins: ['TOMAN'] });
    await startDelivery(context);
  },
});
