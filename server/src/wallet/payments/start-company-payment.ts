import { AppError, extractDigits, isCardNumber, maskCard, parseAmount } from '@sarraf/domain';
import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { computeCardDigest, hashCard } from '../cards.ts';
import { getDepositLimits } from '../deposit-limit.ts';
import { findGateway, type WalletDeps } from '../deps.ts';
import { beginPayment, type DepositReply, type PaymentPlan } from './begin-payment.ts';
import { validateCallbackUrl } from './callback-url.ts';
import { TOMAN_UNIT } from './payment.ts';

/** A requested payment to a company. */
export interface PayerRequest {
  companyId: string;
  amount: string | number;
  /** The card number as typed; no other card may pay. */
  cardNumber: string;
  paymentGateway: GatewayName;
  callBackURL: string;
  idempotency: { key: string; digest: string } | null;
  /** Minimum amount, Toman in smallest units. */
  least: bigint;
  /** The company's name, for the bank's page. */
  name: string;
  /** Checks limits in the transaction of the row, under locks of its own. */
  reserve(tx: Tx, payment: PayerPayment): Promise<void>;
  /** Inserts the company's own row. */
  record(tx: Tx, payment: PayerPayment): Promise<void>;
}

export interface PayerPayment {
  id: string;
  /** Toman, smallest units. */
  amount: bigint;
  cardDigest: Buffer;
  createdAt: Date;
}

/**
 * Starts a payment to a company; the key belongs to the company.
 *
 * INVALID_CARD, UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED (a fraction of a Toman), LOW_AMOUNT, AMOUNT_IS_HIGH,
 * CALLBACK_NOT_ALLOWED, GATEWAY_UNAVAILABLE, IDEMPOTENCY_KEY_REUSED, and the refusals of `reserve`.
 */
export const startCompanyPayment = (
  deps: WalletDeps,
  secrets: Secrets,
  request: PayerRequest,
): Promise<DepositReply> =>
  beginPayment(deps, request.idempotency && { owner: request.companyId, ...request.idempotency }, async () =>
    planPayment(deps, secrets, request),
  );

function planPayment(deps: WalletDeps, secrets: Secrets, request: PayerRequest): PaymentPlan {
  const amount = parseAmount(request.amount, 'TOMAN');
  if (amount % TOMAN_UNIT !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  const card = extractDigits(request.cardNumber);
  if (!isCardNumber(card)) throw new AppError('INVALID_CARD', { errors: ['cardNumber'] });
  const gateway = findGateway(deps, request.paymentGateway);
  if (!gateway) throw new AppError('GATEWAY_UNAVAILABLE');
  if (amount < request.least) throw new AppError('LOW_AMOUNT');
  if (amount > getDepositLimits(deps.market).perPayment) throw new AppError('AMOUNT_IS_HIGH');
  const row: PayerPayment = {
    id: newId(),
    amount,
    cardDigest: computeCardDigest(secrets, hashCard(card)),
    createdAt: new Date(deps.clock.now()),
  };
  return {
    payment: {
      ...row,
      userId: null,
      companyId: request.companyId,
      gateway: gateway.name,
      cardMasked: maskCard(card),
      callbackUrl: validateCallbackUrl(request.callBackURL, deps.config.PUBLIC_URL),
    },
    gateway,
    card,
    description: `پرداخت به ${request.name}`,
    reserve: (tx) => request.reserve(tx, row),
    record: (tx) => request.record(tx, row),
  };
}
