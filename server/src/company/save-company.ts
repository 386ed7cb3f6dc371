import { isCoin, Refusal, shortAddress } from '@sarraf/domain';
import type {
  BodyOf,
  Company,
  companyCode,
  saveCompany as contract,
  PaymentPeriod,
  ReplyOf,
} from '@sarraf/domain/contracts';
import { type Language, recipientOf, type User } from '../identity/index.ts';
import { appendAudit } from '../platform/audit-log.ts';
import type { Tx } from '../platform/database.ts';
import type { Caller } from '../platform/http.ts';
import { companyNow } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { makePeriods } from './make-due.ts';
import { periodEnd } from './periods.ts';
import { nextSettlementAddressOf, settlementAddressOf, sameSettlementAddress } from './place.ts';
import { shopOf } from './shop-of.ts';
import {
  bringIntoForce,
  type CompanyRow,
  lockCompany,
  type SettlementAddress,
  setFirst,
  setNextSettlementAddress,
  setPeriod,
} from './store.ts';

const DAY = 86_400_000;

/**
 * The place that is meant. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE, INVALID_ADDRESS, INVALID_TAG (also
 * where the network needs one), OWN_ADDRESS.
 */
async function readPlace(kit: CompanyContext, caller: Caller, body: BodyOf<typeof companyCode>): Promise<SettlementAddress> {
  const { coinEntity: coin, cryptoNetwork: tokenType } = body;
  if (!isCoin(coin)) throw new Refusal('You Dont Have This Coin Wallet');
  await kit.withdrawal.shopTerms(caller, coin, tokenType);
  const place = await kit.withdrawal.readShopPlace(coin, tokenType, body.walletAddress, body.tag ?? '');
  const network = kit.market.coin(coin).networks.find((candidate) => candidate.tokenType === tokenType);
  if (network?.tagNeeded && place.tag === '') throw new Refusal('INVALID_TAG', { errors: ['tag'] });
  return { coin, tokenType, address: place.address, tag: place.tag };
}

/** What a code is bound to. */
const digestOf = (kit: CompanyContext, userId: string, { coin, tokenType, address, tag }: SettlementAddress): Buffer =>
  kit.secrets.blindIndex('settlement place', JSON.stringify([userId, coin, tokenType, address, tag]));

/** Sends the code for exactly this place. Those of `readPlace`; COMPANY_ONLY; WITHDRAWAL_HOLD; TOO_MANY_REQUESTS. */
export async function sendCompanyCode(
  kit: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof companyCode>,
  language: Language,
): Promise<ReplyOf<typeof companyCode>['baseDTO']> {
  await shopOf(kit, caller);
  const place = await readPlace(kit, caller, body);
  const user = await kit.people.find(caller.userId);
  if (user === null) throw new Refusal('Invalid Token');
  refuseHeld(kit, user);
  const tag = place.tag === '' ? null : place.tag;
  const words = { asset: place.coin, amount: null, to: place.address, tag };
  const intent = { digest: digestOf(kit, caller.userId, place), words, smsToo: false };
  const {
    smsNeeded: _sms,
    starMobile: _mobile,
    ...prompt
  } = await kit.intents.begin(caller, intent, language);
  return prompt;
}

function refuseHeld(kit: CompanyContext, { withdrawalsHeldUntil: until }: User): void {
  if (until !== null && until > kit.now())
    throw new Refusal('WITHDRAWAL_HOLD', { data: { until: until.toISOString() } });
}

/**
 * Sets the settlement. The first place is in force at once, a later one 24 hours after it was proved; until then the one
 * before is. The place in force, sent again, drops a change that waits. What has ended by the old period is settled by it.
 *
 * Those of `readPlace`; COMPANY_ONLY; BAD_REQUEST (code): a new place without one; Incorrect OTP, Code Expired,
 * TOO_MANY_REQUESTS, WITHDRAWAL_HOLD.
 */
export async function saveCompany(kit: CompanyContext, caller: Caller, body: BodyOf<typeof contract>): Promise<Company> {
  const { id } = await shopOf(kit, caller);
  const place = await readPlace(kit, caller, body);
  const right = await kit.db.transaction().execute(async (tx) => {
    const user = await kit.people.lock(tx, caller.userId);
    // A place whose day has come is in force, though nobody may have worked since: what is set now comes after it.
    await bringIntoForce(tx, kit.now(), id);
    const company = await lockCompany(tx, id);
    if (user === null || company === null) throw new Refusal('Invalid Token');
    const current = settlementAddressOf(company, kit.now());
    const isNew = current === null || !sameSettlementAddress(current, place);
    const waits = nextSettlementAddressOf(company);
    const known = !isNew || (waits !== null && sameSettlementAddress(waits, place));
    // A wrong code commits its guess, and nothing else.
    if (!known && !(await isProved(kit, tx, caller, user, place, body.code))) return false;
    if (current === null) await setFirst(tx, id, place, firstPeriod(kit, body.perTime));
    else {
      if (!isNew) await setNextSettlementAddress(tx, id, null, null);
      else if (!known) await setNextSettlementAddress(tx, id, place, new Date(kit.clock.now() + DAY));
      if (company.perTime !== body.perTime) await changePeriod(kit, tx, company, body.perTime);
    }
    if (!known) await tell(kit, tx, user, place, current !== null);
    return true;
  });
  if (!right) throw new Refusal('Incorrect OTP');
  return companyNow(kit, id);
}

async function isProved(
  kit: CompanyContext,
  tx: Tx,
  caller: Caller,
  user: User,
  place: SettlementAddress,
  code: string | undefined,
): Promise<boolean> {
  refuseHeld(kit, user);
  if (code === undefined || code === '') throw new Refusal('BAD_REQUEST', { errors: ['code'] });
  const digest = digestOf(kit, caller.userId, place);
  return kit.intents.prove(tx, caller, { digest, code, smsCode: undefined, smsToo: false });
}

const firstPeriod = (kit: CompanyContext, perTime: PaymentPeriod) => ({
  perTime,
  nextDueAt: new Date(periodEnd(perTime, kit.clock.now())),
});

/** Of a company whose row is locked. What has ended is settled by the period before. */
export async function changePeriod(
  kit: Pick<CompanyContext, 'now' | 'clock'>,
  tx: Tx,
  company: CompanyRow,
  perTime: PaymentPeriod,
): Promise<void> {
  const settledUntil = await makePeriods(kit, tx, company, kit.now());
  const from = Math.max(settledUntil.getTime(), kit.clock.now());
  await setPeriod(tx, company.id, { perTime, nextDueAt: new Date(periodEnd(perTime, from)) });
}

async function tell(kit: CompanyContext, tx: Tx, user: User, place: SettlementAddress, later: boolean): Promise<void> {
  const to = shortAddress(place.address);
  const from = new Date(kit.clock.now() + DAY).toISOString();
  const detail = { asset: place.coin, tokenType: place.tokenType, to };
  const action = later ? 'settlement place changed' : 'settlement place set';
  await appendAudit(tx, { actorId: user.id, action, subjectId: user.id, detail }, kit.now());
  await kit.notify(
    tx,
    recipientOf(user),
    later
      ? { kind: 'STORE_PLACE_CHANGED', asset: place.coin, to, from }
      : { kind: 'STORE_PLACE_SET', asset: place.coin, to },
  );
}

/** Drops the place that isn't in force yet. CONFLICT: none waits. */
export async function undoChange(kit: CompanyContext, caller: Caller): Promise<Company> {
  const { id } = await shopOf(kit, caller);
  await kit.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company?.nextFrom) throw new Refusal('CONFLICT');
    // One whose time has come while nobody worked is in force: it isn't undone, but changed.
    if (company.nextFrom <= kit.now()) throw new Refusal('CONFLICT');
    await setNextSettlementAddress(tx, id, null, null);
    await auditCompany(kit, tx, caller, 'settlement place kept');
  });
  return companyNow(kit, id);
}

export const auditCompany = (kit: CompanyContext, tx: Tx, { userId }: Pick<Caller, 'userId'>, action: string): Promise<void> =>
  appendAudit(tx, { actorId: userId, action, subjectId: userId }, kit.now());
