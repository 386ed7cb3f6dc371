import { AppError, DAY_MS, isCoin, shortenAddress } from '@sarraf/domain';
import type {
  BodyOf,
  Company,
  sendCompanyCode as codeContract,
  saveCompany as contract,
  PaymentPeriod,
  ReplyOf,
} from '@sarraf/domain/contracts';
import { type Language, recipientOf, type User } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { readCompanyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { getOrCreateOwnCompany } from './own-company.ts';
import { createPeriodSettlements } from './settlements/make-due.ts';
import { computePeriodEnd } from './settlements/periods.ts';
import {
  isSameSettlementAddress,
  nextSettlementAddressOf,
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
async function parseSettlementAddress(
  context: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof codeContract>,
): Promise<SettlementAddress> {
  const { coinEntity: coin, cryptoNetwork: tokenType } = body;
  if (!isCoin(coin)) throw new AppError('You Dont Have This Coin Wallet');
  await context.withdrawal.companyTerms(caller, coin, tokenType);
  const destination = await context.withdrawal.readCompanyDestination(
    coin,
    tokenType,
    body.walletAddress,
    body.tag ?? '',
  );
  const network = context.market.coin(coin).networks.find((candidate) => candidate.tokenType === tokenType);
  if (network?.tagNeeded && destination.tag === '') throw new AppError('INVALID_TAG', { errors: ['tag'] });
  return { coin, tokenType, address: destination.address, tag: destination.tag };
}

/** Digest that a code is bound to. */
const codeDigestOf = (
  context: CompanyContext,
  userId: string,
  { coin, tokenType, address, tag }: SettlementAddress,
): Buffer =>
  context.secrets.blindIndex('settlement place', JSON.stringify([userId, coin, tokenType, address, tag]));

/** Sends a code for exactly this address. Those of `readPlace`; COMPANY_ONLY; WITHDRAWAL_HOLD; TOO_MANY_REQUESTS. */
export async function sendCompanyCode(
  context: CompanyContext,
  caller: Caller,
  body: BodyOf<typeof codeContract>,
  language: Language,
): Promise<ReplyOf<typeof codeContract>['baseDTO']> {
  await getOrCreateOwnCompany(context, caller);
  const settlementAddress = await parseSettlementAddress(context, caller, body);
  const user = await context.people.find(caller.userId);
  if (user === null) throw new AppError('Invalid Token');
  assertNotHeld(context, user);
  const tag = settlementAddress.tag === '' ? null : settlementAddress.tag;
  const withdrawalSummary = {
    asset: settlementAddress.coin,
    amount: null,
    to: settlementAddress.address,
    tag,
  };
  const intent = {
    digest: codeDigestOf(context, caller.userId, settlementAddress),
    words: withdrawalSummary,
    smsToo: false,
  };
  const {
    smsNeeded: _sms,
    starMobile: _mobile,
    ...prompt
  } = await context.intents.begin(caller, intent, language);
  return prompt;
}

function assertNotHeld(context: CompanyContext, { withdrawalsHeldUntil: heldUntil, frozenAt }: User): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (heldUntil !== null && heldUntil > context.now())
    throw new AppError('WITHDRAWAL_HOLD', { data: { until: heldUntil.toISOString() } });
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
  const { id } = await getOrCreateOwnCompany(context, caller);
  const newAddress = await parseSettlementAddress(context, caller, body);
  const refusal = await context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, caller.userId);
    // Activates an address whose time has come though no job may have run since: this change comes after it.
    await activateDueAddresses(tx, context.now(), id);
    const company = await lockCompany(tx, id);
    if (user === null || company === null) throw new AppError('Invalid Token');
    const currentAddress = settlementAddressOf(company, context.now());
    const isNew = currentAddress === null || !isSameSettlementAddress(currentAddress, newAddress);
    const pendingAddress = nextSettlementAddressOf(company);
    const isConfirmed =
      !isNew || (pendingAddress !== null && isSameSettlementAddress(pendingAddress, newAddress));
    // A wrong code commits its failed attempt, and nothing else.
    const codeError = isConfirmed
      ? null
      : await verifyAddressCode(context, tx, caller, user, newAddress, body.code);
    if (codeError) return codeError;
    if (currentAddress === null)
      await setInitialSettlement(tx, id, newAddress, buildFirstPeriod(context, body.perTime));
    else {
      if (!isNew) await setNextSettlementAddress(tx, id, null, null);
      else if (!isConfirmed)
        await setNextSettlementAddress(tx, id, newAddress, new Date(context.clock.now() + DAY_MS));
      if (company.perTime !== body.perTime) await changePeriod(context, tx, company, body.perTime);
    }
    if (!isConfirmed) await recordAddressChange(context, tx, user, newAddress, currentAddress !== null);
    return null;
  });
  if (refusal) throw refusal;
  return readCompanyDto(context, id);
}

async function verifyAddressCode(
  context: CompanyContext,
  tx: Tx,
  caller: Caller,
  user: User,
  settlementAddress: SettlementAddress,
  code: string | undefined,
): Promise<AppError | null> {
  assertNotHeld(context, user);
  if (code === undefined || code === '') throw new AppError('BAD_REQUEST', { errors: ['code'] });
  const digest = codeDigestOf(context, caller.userId, settlementAddress);
  return context.intents.prove(tx, caller, { digest, code, smsCode: undefined, smsToo: false });
}

const buildFirstPeriod = (context: CompanyContext, perTime: PaymentPeriod) => ({
  perTime,
  nextDueAt: new Date(computePeriodEnd(perTime, context.clock.now())),
});

/** Changes the period of a company whose row is locked. Periods that have ended are settled by the previous setting. */
export async function changePeriod(
  context: Pick<CompanyContext, 'now' | 'clock'>,
  tx: Tx,
  company: CompanyRow,
  perTime: PaymentPeriod,
): Promise<void> {
  const settledUntil = await createPeriodSettlements(context, tx, company, context.now());
  const from = Math.max(settledUntil.getTime(), context.clock.now());
  await setPeriod(tx, company.id, { perTime, nextDueAt: new Date(computePeriodEnd(perTime, from)) });
}

async function recordAddressChange(
  context: CompanyContext,
  tx: Tx,
  user: User,
  newAddress: SettlementAddress,
  isDelayed: boolean,
): Promise<void> {
  const shortened = shortenAddress(newAddress.address);
  const activeFrom = new Date(context.clock.now() + DAY_MS).toISOString();
  const detail = { asset: newAddress.coin, tokenType: newAddress.tokenType, to: shortened };
  const action = isDelayed ? 'settlement place changed' : 'settlement place set';
  await appendAudit(tx, { actorId: user.id, action, subjectId: user.id, detail }, context.now());
  await context.notify(
    tx,
    recipientOf(user),
    isDelayed
      ? { kind: 'STORE_PLACE_CHANGED', asset: newAddress.coin, to: shortened, from: activeFrom }
      : { kind: 'STORE_PLACE_SET', asset: newAddress.coin, to: shortened },
  );
}

/** Cancels the pending address. CONFLICT: there is none. */
export async function cancelAddressChange(context: CompanyContext, caller: Caller): Promise<Company> {
  const { id } = await getOrCreateOwnCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (!company?.nextFrom) throw new AppError('CONFLICT');
    // An address whose time has come is active even if no job has run: it can't be undone, only changed.
    if (company.nextFrom <= context.now()) throw new AppError('CONFLICT');
    await setNextSettlementAddress(tx, id, null, null);
    await auditCompany(context, tx, caller, 'settlement place kept');
  });
  return readCompanyDto(context, id);
}

export const auditCompany = (
  context: CompanyContext,
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
  action: string,
): Promise<void> => appendAudit(tx, { actorId: userId, action, subjectId: userId }, context.now());
