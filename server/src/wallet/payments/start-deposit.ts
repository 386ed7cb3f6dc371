import { AppError, maskCard, parseAmount } from '@sarraf/domain';
import type { BodyOf, depositToman } from '@sarraf/domain/contracts';
import { newId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { chooseCard, computeCardDigest, hashCard } from '../cards.ts';
import { fitsDailyLimit, getDepositLimits } from '../deposit-limit.ts';
import { findGateway, type WalletDeps } from '../deps.ts';
import { beginPayment, type DepositReply, type PaymentPlan } from './begin-payment.ts';
import { validateCallbackUrl } from './callback-url.ts';
import { TOMAN_UNIT } from './payment.ts';

type Body = BodyOf<typeof depositToman>;
type Idempotency = { key: string; digest: string } | null;

/**
 * Starts a user's Toman deposit.
 *
 * UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED (a fraction of a Toman), LOW_AMOUNT, AMOUNT_IS_HIGH, DAILY_LIMIT,
 * CARD_NOT_VERIFIED, CALLBACK_NOT_ALLOWED, GATEWAY_UNAVAILABLE (switched off, or as `beginPayment`),
 * IDEMPOTENCY_KEY_REUSED.
 */
export const startDeposit = (
  deps: WalletDeps,
  secrets: Secrets,
  userId: string,
  body: Body,
  idempotency: Idempotency,
): Promise<DepositReply> =>
  beginPayment(deps, idempotency && { owner: userId, ...idempotency }, () =>
    planDeposit(deps, secrets, userId, body),
  );

/** Makes the checks that need no database lock. */
async function planDeposit(
  deps: WalletDeps,
  secrets: Secrets,
  userId: string,
  body: Body,
): Promise<PaymentPlan> {
  const amount = parseAmount(body.amount, 'TOMAN');
  if (amount % TOMAN_UNIT !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  const gateway = findGateway(deps, body.paymentGateway);
  if (!gateway) throw new AppError('GATEWAY_UNAVAILABLE');
  const limits = getDepositLimits(deps.market);
  if (amount < limits.min) throw new AppError('LOW_AMOUNT');
  if (amount > limits.perPayment) throw new AppError('AMOUNT_IS_HIGH');
  const callbackUrl = validateCallbackUrl(body.callBackURL, deps.config.PUBLIC_URL);
  const card = chooseCard(await deps.verifiedCards(userId), body.cardNumber);
  return {
    payment: {
      id: newId(),
      userId,
      companyId: null,
      gateway: gateway.name,
      amount,
      cardMasked: maskCard(card.number),
      cardDigest: computeCardDigest(secrets, hashCard(card.number)),
      callbackUrl,
      createdAt: new Date(deps.clock.now()),
    },
    gateway,
    card: card.number,
    description: `واریز به ${deps.names().fa}`,
    async reserve(tx) {
      if (!(await fitsDailyLimit(deps, tx, userId, amount))) throw new AppError('DAILY_LIMIT');
    },
  };
}
