import { maskCard, parseAmount, Refusal, receiptNumber } from '@sarraf/domain';
import type { BodyOf, depositToman, ReplyOf } from '@sarraf/domain/contracts';
import { API_PREFIX } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { allowedCallback } from './callback-url.ts';
import { cardDigest, cardHash, chooseCard } from './cards.ts';
import { depositLimits, fitsDailyLimit } from './deposit-limit.ts';
import { gatewayOf, type VerifiedCard, type WalletDeps } from './deps.ts';
import { MINUTE, TOMAN_UNIT } from './payment.ts';
import type { PaymentGateway } from './ports.ts';
import {
  answerKey,
  claimKey,
  failPayment,
  findKey,
  insertPayment,
  type KeyOwner,
  releaseKey,
  startPayment,
} from './store.ts';

type Body = BodyOf<typeof depositToman>;
type Reply = ReplyOf<typeof depositToman>;
type Idempotency = { key: string; digest: string } | null;

interface Plan {
  id: string;
  userId: string;
  amount: bigint;
  gateway: PaymentGateway;
  callbackUrl: string;
  card: VerifiedCard;
}

const FIRST_CHECK = 2 * MINUTE;
/** A gateway answers within 10 s, or never. */
const PATIENCE = 15_000;
const PAUSE = 100;

/**
 * Starts a Toman deposit: a payment row with its place in the daily limit, then the gateway, then the answer. No
 * transaction is open while the gateway is asked; a process that dies there leaves a row that the sweep closes.
 *
 * UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED (a fraction of a Toman), LOW_AMOUNT, AMOUNT_IS_HIGH, DAILY_LIMIT,
 * CARD_NOT_VERIFIED, CALLBACK_NOT_ALLOWED, GATEWAY_UNAVAILABLE (switched off, or it did not accept the payment:
 * nothing happened, the same key may try again), IDEMPOTENCY_KEY_REUSED.
 */
export async function startDeposit(
  deps: WalletDeps,
  secrets: Secrets,
  userId: string,
  body: Body,
  idempotency: Idempotency,
): Promise<Reply> {
  const key = idempotency && { owner: userId, ...idempotency };
  const earlier = key && (await earlierReply(deps, key));
  if (earlier) return earlier;
  const plan = await planDeposit(deps, userId, body);
  if (!(await reserve(deps, secrets, plan, key))) {
    return (key && (await earlierReply(deps, key))) ?? startDeposit(deps, secrets, userId, body, idempotency);
  }
  return register(deps, plan, key);
}

/** The refusals that need no database lock. */
async function planDeposit(deps: WalletDeps, userId: string, body: Body): Promise<Plan> {
  const amount = parseAmount(body.amount, 'TOMAN');
  if (amount % TOMAN_UNIT !== 0n) throw new Refusal('AMOUNT_NOT_ALLOWED');
  const gateway = gatewayOf(deps, body.paymentGateway);
  if (!gateway) throw new Refusal('GATEWAY_UNAVAILABLE');
  const limits = depositLimits(deps.market);
  if (amount < limits.min) throw new Refusal('LOW_AMOUNT');
  if (amount > limits.perPayment) throw new Refusal('AMOUNT_IS_HIGH');
  const callbackUrl = allowedCallback(body.callBackURL, deps.config.PUBLIC_URL);
  const card = chooseCard(await deps.verifiedCards(userId), body.cardNumber);
  return { id: newId(), userId, amount, gateway, callbackUrl, card };
}

/** Claims the key, takes the place in the daily limit and writes the row, all or nothing. False: the key is taken. */
function reserve(
  deps: WalletDeps,
  secrets: Secrets,
  { id, userId, amount, gateway, callbackUrl, card }: Plan,
  key: (KeyOwner & { digest: string }) | null,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (key && !(await claimKey(tx, key, key.digest))) return false;
    if (!(await fitsDailyLimit(deps, tx, userId, amount))) throw new Refusal('DAILY_LIMIT');
    await insertPayment(tx, {
      id,
      userId,
      gateway: gateway.name,
      amount,
      cardMasked: maskCard(card.number),
      cardDigest: cardDigest(secrets, cardHash(card.number)),
      callbackUrl,
      idempotencyKey: key?.key ?? null,
      createdAt: new Date(deps.clock.now()),
    });
    return true;
  });
}

async function register(deps: WalletDeps, plan: Plan, key: KeyOwner | null): Promise<Reply> {
  const { id, gateway } = plan;
  const session = await gateway
    .request({
      amountToman: plan.amount / TOMAN_UNIT,
      callbackUrl: `${deps.config.PUBLIC_URL}${API_PREFIX}/payments/${gateway.name}/return`,
      description: `واریز به صراف ${receiptNumber(id)}`,
      card: plan.card.number,
      orderId: id,
    })
    .catch((error: unknown) => {
      deps.log.warn(
        { area: 'wallet', gateway: gateway.name, payment: id, err: error },
        'gateway took no payment',
      );
      return null;
    });
  const reply = session && answer(id, session.redirectUrl);
  const started = await deps.db.transaction().execute(async (tx) => {
    const firstCheck = new Date(deps.clock.now() + FIRST_CHECK);
    if (session && reply && (await startPayment(tx, id, { ...session, firstCheck }))) {
      if (key) await answerKey(tx, key, JSON.stringify(reply));
      return true;
    }
    await failPayment(tx, id, 'CREATED', 'GATEWAY_UNAVAILABLE', false);
    if (key) await releaseKey(tx, key);
    return false;
  });
  if (!started || !reply) throw new Refusal('GATEWAY_UNAVAILABLE');
  return reply;
}

const answer = (id: string, redirectSite: string): Reply => ({
  status: 'OK',
  message: 'Deposit Request Created Successfully',
  baseDTO: { redirectSite, id },
});

/**
 * What the first request with this key was answered, waiting while it still is at the gateway; null when there is
 * none, or when it came to nothing and gave the key back.
 */
async function earlierReply(deps: WalletDeps, key: KeyOwner & { digest: string }): Promise<Reply | null> {
  const until = performance.now() + PATIENCE;
  let waited = false;
  for (;;) {
    const found = await findKey(deps.db, key);
    if (found && found.digest !== key.digest) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    if (found && found.reply !== '') return JSON.parse(found.reply) as Reply;
    // It failed while this one waited: both get the same answer, and the next try is a new one.
    if (!found && waited) throw new Refusal('GATEWAY_UNAVAILABLE');
    if (!found) return null;
    if (performance.now() > until) throw new Refusal('SERVICE_UNAVAILABLE');
    waited = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
