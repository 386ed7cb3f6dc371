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
} from '../deposits/scanned-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';
import { findHotGeneration } from '../generations.ts';
import { findCoinNetwork } from '../networks.ts';
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
const MAX_AMOUNT = 10n ** 38n - 1n;

const addressKey = (address: string, tag: string) => `${address}\n${tag}`;
/** Memos are untrusted text; PostgreSQL rejects NUL. */
const sanitizeText = (text: string | null): string => (text ?? '').replaceAll('\0', '').trim().slice(0, 200);

/** Finds our payments with one query, regardless of the number of payments and addresses. */
export async function matchIncoming(
  context: CustodyContext,
  db: Queryable,
  chain: Chain,
  keys: PublicKeys,
  incoming: readonly IncomingPayment[],
): Promise<MatchedPayments> {
  const payments = removeDuplicates(context, chain, incoming);
  const destinations = new Map(payments.map(({ to, tag }) => [addressKey(to, tag), { address: to, tag }]));
  const found =
    destinations.size > 0 ? await findDepositAddresses(db, chain, [...destinations.values()]) : [];
  const owners = new Map(found.map((row) => [addressKey(row.address, row.tag), row]));
  const matched: MatchedPayments = {
    deposits: [],
    outputs: [],
    tampered: found.filter((row) => !isAttested(keys, row)),
  };
  for (const payment of payments) {
    const owner = owners.get(addressKey(payment.to, payment.tag));
    const hotGeneration = findHotGeneration(keys, chain, payment.to);
    const isHot = hotGeneration !== null;
    if (CHAIN_INFO[chain].family === 'UTXO' && (owner || isHot))
      matched.outputs.push({
        ...payment,
        keyIndex: owner?.keyIndex ?? null,
        generation: owner?.generation ?? hotGeneration ?? 0,
      });
    // On other chains, payments to the hot address are our own: sweeps, change, transfers from the cold wallet.
    if (!owner && !(isHot && CHAIN_INFO[chain].oneAccount)) continue;
    matched.deposits.push(toNewDeposit(context, chain, payment, owner, matched.tampered));
  }
  return limitUnknownTokens(context, db, chain, await excludeOwnPayments(db, chain, matched));
}

/** Leaves out our own payments (gas for a deposit address): their txids are saved before they are broadcast. */
async function excludeOwnPayments(
  db: Queryable,
  chain: Chain,
  matched: MatchedPayments,
): Promise<MatchedPayments> {
  if (matched.deposits.length === 0) return matched;
  const ownTxids = await findOwnTransactions(
    db,
    chain,
    matched.deposits.map(({ txid }) => txid),
  );
  return { ...matched, deposits: matched.deposits.filter(({ txid }) => !ownTxids.has(txid)) };
}

type Payment = Omit<IncomingPayment, 'tag'> & { tag: string };

/** Removes duplicate outputs and zero amounts. */
function removeDuplicates(
  context: CustodyContext,
  chain: Chain,
  incoming: readonly IncomingPayment[],
): Payment[] {
  const payments = new Map<string, Payment>();
  for (const payment of incoming) {
    if (payment.amount <= 0n) continue;
    const key = `${payment.txid}:${payment.index}`;
    if (payments.has(key))
      context.log.warn({ area: 'custody', chain, txid: payment.txid }, 'the node returned an output twice');
    else payments.set(key, { ...payment, tag: sanitizeText(payment.tag) });
  }
  return [...payments.values()];
}

function toNewDeposit(
  context: CustodyContext,
  chain: Chain,
  payment: Payment,
  owner: DepositAddress | undefined,
  tampered: readonly DepositAddress[],
): NewDeposit {
  const isKnownToken = payment.asset !== null && payment.tokenType !== null;
  const coin = isKnownToken
    ? { asset: payment.asset, tokenType: payment.tokenType }
    : { asset: CHAIN_INFO[chain].coin, tokenType: chain };
  const network = coin.asset && coin.tokenType ? findCoinNetwork(context, coin.asset, coin.tokenType) : null;
  const isRetired =
    owner !== undefined && ((owner.retiredAt !== null && !owner.superseded) || tampered.includes(owner));
  return {
    id: newId(),
    txid: payment.txid,
    index: payment.index,
    asset: isKnownToken ? payment.asset : null,
    tokenType: isKnownToken ? payment.tokenType : null,
    contract: payment.contract === null ? null : sanitizeText(payment.contract),
    address: payment.to,
    tag: payment.tag,
    amount: payment.amount > MAX_AMOUNT ? MAX_AMOUNT : payment.amount,
    userId: owner?.userId ?? null,
    reason: isRetired ? 'RETIRED_ADDRESS' : null,
    needed: network?.settings.confirmations ?? 1,
  };
}

async function limitUnknownTokens(
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
