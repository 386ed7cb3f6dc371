import { bankOfSheba, formatAmount } from '@sarraf/domain';
import type { TomanTerms } from '@sarraf/domain/contracts';
import { identifierOf } from './bank-deposits/bank-deposit-store.ts';
import { depositLimits, leftToday } from './deposit-limit.ts';
import type { WalletDeps } from './deps.ts';
import { paymentView } from './payments/read-payment.ts';
import { openPayments } from './store.ts';

/** A user's limit hardly allows more open payments than these. */
const MAX_OPEN = 20;

/** Returns the current terms of Toman deposits. GATEWAY_UNAVAILABLE: no limits are set. */
export async function readTomanTerms(deps: WalletDeps, userId: string): Promise<TomanTerms> {
  const { min, perPayment } = depositLimits(deps.market);
  const rules = deps.rules.current();
  const text = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    gateways: deps.gateways.map(({ name }) => name),
    minAmount: text(min),
    maxAmount: text(perPayment),
    open: (await openPayments(deps.db, userId, MAX_OPEN)).map((payment) =>
      paymentView(payment, deps.clock.now()),
    ),
    leftToday: text(await leftToday(deps, userId)),
    holdHours: rules.depositHoldHours,
    identified: deps.bankAccount && {
      sheba: `IR${deps.bankAccount.sheba}`,
      bankName: bankOfSheba(deps.bankAccount.sheba)?.fa ?? '',
      owner: deps.bankAccount.owner,
      identifier: await identifierOf(deps.db, userId),
      maxPerDay: text(rules.identifiedDepositPerDay),
    },
  };
}
