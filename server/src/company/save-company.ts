import { AppError, DAY_MS, isCoin, shortAddress } from '@sarraf/domain';
import type {
  BodyOf,
  Company,
  companyCode,
  saveCompany as contract,
  PaymentPeriod,
  ReplyOf,
} from '@sarraf/domain/contracts';
import { type Language, recipientOf, type User } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { ownCompany } from './company-of.ts';
import { companyNow } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { makePeriods } from './settlements/make-due.ts';
import { periodEnd } from './settlements/periods.ts';
import {
  nextSettlementAddressOf,
  sameSettlementAddress,
  settlementAddressOf,
} from './settlements/settlement-address.ts';
import {
  activateDueAddresses,
  type CompanyRow,
  lockCompany,
  type SettlementAddress,
  setInitialSettlement,
  setNextSettlementAddress,
  setPeriod,
} from './store.ts';

/**
 * Validates the settlement address. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE, INVALID_ADDRESS,
 * INVALID_TAG (also where the network needs one), TAG_MISMATCH, OWN_ADDRESS.
 */
async function readPlace(
  context: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof companyCode>,
): Promise<SettlementAddress> {
  const { coinEntity: coin, cryptoNetwork: tokenType } = body;
  if (!isCoin(coin)) throw new AppError('You Dont Have This Coin Wallet');
  await context.withdrawal.companyTerms(caller, coin, tokenType);
  const place = await context.withdrawal.readCompanyDestination(
    coin,
    tokenType,
    body.walletAddress,
    body.tag ?? '',
  );
  const network = context.market.coin(coin).networks.find((candidate) => candidate.tokenType === tokenType);
  if (network?.tagNeeded && place.tag === '') throw new AppError('INVALID_TAG', { errors: ['tag'] });
  return { coin, tokenType, address: place.address, tag: place.tag };
}

/** Digest that a code is bound to. */
const digestOf = (
  context: CompanyContext,
  userId: string,
  { coin, tokenType, address, tag }: SettlementAddress,
): Buffer =>
  context.secrets.blindIndex('settlement place', JSON.stringify([userId, coin, tokenType, address, tag]));

/** Sends a code for exactly this address. Those of `readPlace`; COMPANY_ONLY; WITHDRAWAL_HOLD; TOO_MANY_REQUESTS. */
export async function sendCompanyCode(
  context: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof companyCode>,
  language: Language,
): Promise<ReplyOf<typeof companyCode>['baseDTO']> {
  await ownCompany(context, caller);
  const place = await readPlace(context, caller, body);
  const user = await context.people.find(caller.userId);
  if (user === null) throw new AppError('Invalid Token');
  refuseHeld(context, user);
  const tag = place.tag === '' ? null : place.tag;
  const words = { asset: place.coin, amount: null, to: place.address, tag };
  const intent = { digest: digestOf(context, caller.userId, place), words, smsToo: false };
  const {
    smsNeeded: _sms,
    starMobile: _mobile,
    ...prompt
  } = await context.intents.begin(caller, intent, language);
  return prompt;
}

function refuseHeld(context: CompanyContext, { withdrawalsHeldUntil: until, frozenAt }: User): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (until !== null && until > context.now())
    throw new AppError('WITHDRAWAL_HOLD', { data: { until: until.toISOString() } });
}

/**
 * Saves the settlement settings. The first address is active immediately, a later one 24 hours after it was
 * confirmed; until then the previous one is. Sending the active address again cancels a pending change. Periods
 * that have ended are settled by the old settings.
 *
 * Those of `readPlace`; COMPANY_ONLY; BAD_REQUEST (code): a new address without one; Incorrect OTP, Code Expired,
 * TOO_MANY_REQUESTS, WITHDRAWAL_HOLD.
 */
export async function saveCompany(
  context: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof contract>,
): Promise<Company> {
  const { id } = await ownCompany(context, caller);
  const place = await readPlace(context, caller, body);
  const refusal = await context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, caller.userId);
    // Activates an address whose time has come though no job may have run since: this change comes after it.
    await activateDueAddresses(tx, context.now(), id);
    const company = await lockCompany(tx, id);
    if (user === null || company === null) throw new AppError('Invalid Token');
    const current = settlementAddressOf(company, context.now());
    const isNew = current === null || !sameSettlementAddress(current, place);
    const waits = nextSettlementAddressOf(company);
    const known = !isNew || (waits !== null && sameSettlementAddress(waits, place));
    // A wrong code commits its failed attempt, and nothing else.
    const wrong = known ? null : await proveAddress(context, tx, caller, user, place, body.code);
    if (wrong) return wrong;
    if (current === null) await setInitialSettlement(tx, id, place, firstPeriod(context, body.perTime));
    else {
      if (!isNew) await setNextSettlementAddress(tx, id, null, null);
      else if (!known) await setNextSettlementAddress(tx, id, place, new Date(context.clock.now() + DAY_MS));
      if (company.perTime !== body.perTime) await changePeriod(context, tx, company, body.perTime);
    }
    if (!known) await tell(context, tx, user, place, current !== null);
    return null;
  });
  if (refusal) throw refusal;
  return companyNow(context, id);
}

async function proveAddress(
  context: CompanyContext,
  tx: Tx,
  caller: Caller,
  user: User,
  place: SettlementAddress,
  code: string | undefined,
): Promise<AppError | null> {
  refuseHeld(context, user);
  if (code === undefined || code === '') throw new AppError('BAD_REQUEST', { errors: ['code'] });
  const digest = digestOf(context, caller.userId, place);
  return context.intents.prove(tx, caller, { digest, code, smsCode: undefined, smsToo: false });
}

const firstPeriod = (context: CompanyContext, perTime: PaymentPeriod) => ({
  perTime,
  nextDueAt: new Date(periodEnd(perTime, context.clock.now())),
});

/** Changes the period of a company whose row is locked. Periods that have ended are settled by the previous setting. */
export async function changePeriod(
  context: Pick<CompanyContext, 'now' | 'clock'>,
  tx: Tx,
  company: CompanyRow,
  perTime: PaymentPeriod,
): Promise<void> {
  const settledUntil = await makePeriods(context, tx, company, context.now());
  const from = Math.max(settledUntil.getTime(), context.clock.now());
  await setPeriod(tx, company.id, { perTime, nextDueAt: new Date(periodEnd(perTime, from)) });
}

async function tell(
  context: CompanyContext,
  tx: Tx,
  user: User,
  place: SettlementAddress,
  later: boolean,
): Promise<void> {
  const to = shortAddress(place.address);
  const from = new Date(context.clock.now() + DAY_MS).toISOString();
  const detail = { asset: place.coin, tokenType: place.tokenType, to };
  const action = later ? 'settlement place changed' : 'settlement place set';
  await appendAudit(tx, { actorId: user.id, action, subjectId: user.id, detail }, context.now());
  await context.notify(
    tx,
    recipientOf(user),
    later
      ? { kind: 'STORE_PLACE_CHANGED', asset: place.coin, to, from }
      : { kind: 'STORE_PLACE_SET', asset: place.coin, to },
  );
}

/** Cancels the pending address. CONFLICT: there is none. */
export async function undoChange(context: CompanyContext, caller: Caller): Promise<Company> {
  const { id } = await ownCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company?.nextFrom) throw new AppError('CONFLICT');
    // An address whose time has come is active even if no job has run: it can't be undone, only changed.
    if (company.nextFrom <= context.now()) throw new AppError('CONFLICT');
    await setNextSettlementAddress(tx, id, null, null);
    await auditCompany(context, tx, caller, 'settlement place kept');
  });
  return companyNow(context, id);
}

export const auditCompany = (
  context: CompanyContext,
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
  action: string,
): Promise<void> => appendAudit(tx, { actorId: userId, action, subjectId: userId }, context.now());
