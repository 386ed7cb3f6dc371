import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Queryable } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type DepositAddress, findDepositAddresses } from '../addresses/address-store.ts';
import { isAttested } from '../addresses/check-address.ts';
import {
  countUnknownTokens,
  findOwnTransactions,
  type NewDeposit,
  type OwnOutput,
} from '../deposits/deposit-store.ts';
import type { CustodyContext } from '../deps.ts';
import { generationOfHot } from '../generations.ts';
import { networkOf } from '../networks.ts';
import type { IncomingPayment, PublicKeys } from '../ports.ts';

/** The payments of a block that are ours. */
export interface MatchedPayments {
  deposits: NewDeposit[];
  /** UTXO chains: spendable outputs, our own change included. */
  outputs: OwnOutput[];
  /** Rows that do not match the signer's signature. */
  tampered: DepositAddress[];
}

/** Unknown tokens beyond this number per chain are logged but not stored. */
const MAX_UNKNOWN = 1_000;
/** Largest amount that fits the column: a foreign token may claim any amount. */
const MOST = 10n ** 38n - 1n;

const keyOf = (address: string, tag: string) => `${address}\n${tag}`;
/** Memos are untrusted text; PostgreSQL rejects NUL. */
const clean = (text: string | null): string => (text ?? '').replaceAll('\0', '').trim().slice(0, 200);

/** Finds our payments with one query, regardless of the number of payments and addresses. */
export async function matchIncoming(
  context: CustodyContext,
  db: Queryable,
  chain: Chain,
  keys: PublicKeys,
  incoming: readonly IncomingPayment[],
): Promise<MatchedPayments> {
  const payments = distinct(context, chain, incoming);
  const places = new Map(payments.map(({ to, tag }) => [keyOf(to, tag), { address: to, tag }]));
  const found = places.size > 0 ? await findDepositAddresses(db, chain, [...places.values()]) : [];
  const owners = new Map(found.map((row) => [keyOf(row.address, row.tag), row]));
  const matched: MatchedPayments = {
    deposits: [],
    outputs: [],
    tampered: found.filter((row) => !isAttested(keys, row)),
  };
  for (const payment of payments) {
    const owner = owners.get(keyOf(payment.to, payment.tag));
    const ofHot = generationOfHot(keys, chain, payment.to);
    const isHot = ofHot !== null;
    if (CHAIN_INFO[chain].family === 'UTXO' && (owner || isHot))
      matched.outputs.push({
        ...payment,
        keyIndex: owner?.keyIndex ?? null,
        generation: owner?.generation ?? ofHot ?? 0,
      });
    // On other chains, payments to the hot address are our own: sweeps, change, transfers from the cold wallet.
    if (!owner && !(isHot && CHAIN_INFO[chain].oneAccount)) continue;
    matched.deposits.push(depositOf(context, chain, payment, owner, matched.tampered));
  }
  return withoutSpam(context, db, chain, await withoutOwn(db, chain, matched));
}

/** Leaves out our own payments (gas for a deposit address): their txids are saved before they are broadcast. */
async function withoutOwn(db: Queryable, chain: Chain, matched: MatchedPayments): Promise<MatchedPayments> {
  if (matched.deposits.length === 0) return matched;
  const own = await findOwnTransactions(
    db,
    chain,
    matched.deposits.map(({ txid }) => txid),
  );
  return { ...matched, deposits: matched.deposits.filter(({ txid }) => !own.has(txid)) };
}

type Payment = Omit<IncomingPayment, 'tag'> & { tag: string };

/** Removes duplicate outputs and zero amounts. */
function distinct(context: CustodyContext, chain: Chain, incoming: readonly IncomingPayment[]): Payment[] {
  const payments = new Map<string, Payment>();
  for (const one of incoming) {
    if (one.amount <= 0n) continue;
    const key = `${one.txid}:${one.index}`;
    if (payments.has(key))
      context.log.warn({ area: 'custody', chain, txid: one.txid }, 'the node returned an output twice');
    else payments.set(key, { ...one, tag: clean(one.tag) });
  }
  return [...payments.values()];
}

function depositOf(
  context: CustodyContext,
  chain: Chain,
  payment: Payment,
  owner: DepositAddress | undefined,
  tampered: readonly DepositAddress[],
): NewDeposit {
  const known = payment.asset !== null && payment.tokenType !== null;
  const coin = known
    ? { asset: payment.asset, tokenType: payment.tokenType }
    : { asset: CHAIN_INFO[chain].coin, tokenType: chain };
  const network = coin.asset && coin.tokenType ? networkOf(context, coin.asset, coin.tokenType) : null;
  const retired =
    owner !== undefined && ((owner.retiredAt !== null && !owner.superseded) || tampered.includes(owner));
  return {
    id: newId(),
    txid: payment.txid,
    index: payment.index,
    asset: known ? payment.asset : null,
    tokenType: known ? payment.tokenType : null,
    contract: payment.contract === null ? null : clean(payment.contract),
    address: payment.to,
    tag: payment.tag,
    amount: payment.amount > MOST ? MOST : payment.amount,
    userId: owner?.userId ?? null,
    reason: retired ? 'RETIRED_ADDRESS' : null,
    needed: network?.settings.confirmations ?? 1,
  };
}

async function withoutSpam(
  context: CustodyContext,
  db: Queryable,
  chain: Chain,
  matched: MatchedPayments,
): Promise<MatchedPayments> {
  const unknown = matched.deposits.filter(({ asset }) => asset === null);
  if (unknown.length === 0) return matched;
  const room = MAX_UNKNOWN - (await countUnknownTokens(db, chain, MAX_UNKNOWN));
  const dropped = new Set(unknown.slice(Math.max(room, 0)));
  for (const { txid, contract, address } of dropped)
    context.log.warn(
      { area: 'custody', chain, txid, contract, address },
      'unknown token not stored: limit reached',
    );
  return { ...matched, deposits: matched.deposits.filter((deposit) => !dropped.has(deposit)) };
}
