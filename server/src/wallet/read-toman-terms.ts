import { findBankBySheba, formatAmount } from '@sarraf/domain';
import type { TomanTerms } from '@sarraf/domain/contracts';
import { getOrCreateIdentifier } from './bank-deposits/bank-deposit-store.ts';
import { getDepositLimits, readRemainingToday } from './deposit-limit.ts';
import type { WalletDeps } from './deps.ts';
import { paymentDtoOf } from './payments/read-payment.ts';
import { listOpenPayments } from './store.ts';

/** A user's limit hardly allows more open payments than these. */
const MAX_OPEN = 20;

/** Returns the current terms of Toman deposits. GATEWAY_UNAVAILABLE: no limits are set. */
export async function readTomanTerms(deps: WalletDeps, userId: string): Promise<TomanTerms> {
  const { min, perPayment } = getDepositLimits(deps.market);
  const rules = deps.rules.current();
  const formatToman = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    gateways: deps.gateways.map(({ name }) => name),
    minAmount: formatToman(min),
    maxAmount: formatToman(perPayment),
    open: (await listOpenPayments(deps.db, userId, MAX_OPEN)).map((payment) =>
      paymentDtoOf(payment, deps.clock.now()),
    ),
    leftToday: formatToman(await readRemainingToday(deps, userId)),
    holdHours: rules.depositHoldHours,
    identified: deps.bankAccount && {
      sheba: `IR${deps.bankAccount.sheba}`,
      bankName: findBankBySheba(deps.bankAccount.sheba)?.fa ?? '',
      owner: deps.bankAccount.owner,
      identifier: await getOrCreateIdentifier(deps.db, userId),
      maxPerDay: formatToman(rules.identifiedDepositPerDay),
    },
  };
}
