import { AppError, formatAmount } from '@sarraf/domain';
import type { checkDeposit, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { type DepositAddress, findAddress } from '../addresses/address-store.ts';
import type { CustodyContext } from '../deps.ts';
import { type Network, readNetwork } from '../networks.ts';
import type { ChainNode, IncomingPayment } from '../ports.ts';
import { findCursor } from '../scanning/cursor-store.ts';
import { matchIncoming } from '../scanning/match-incoming.ts';
import { recordSeenDeposits } from '../scanning/see-deposits.ts';
import { normalizeTxid } from '../sending/txids.ts';
import { countConfirmations } from './list-deposits.ts';
import { publishWalletChanges } from './publish-deposits.ts';
import { findUserDeposits, markReportedByUser, type UserDeposit } from './user-deposit-store.ts';

type DepositCheckDto = ReplyOf<typeof checkDeposit>['baseDTO'];

/**
 * Searches for a deposit that its owner misses. A payment to one of their addresses is recorded and credited like
 * any other once it has enough confirmations; payments to other users are not revealed.
 *
 * 'You Dont Have This Coin Wallet': no such coin or network; INVALID_TXID: not the hash of a transaction, or
 * missing where the network needs one; ADDRESS_NOT_FOUND: the user has no address there; SERVICE_UNAVAILABLE: the
 * node is unreachable.
 */
export async function checkForDeposit(
  context: CustodyContext,
  userId: string,
  query: QueryOf<typeof checkDeposit>,
): Promise<DepositCheckDto> {
  const network = readNetwork(context, query.relatedCoin, query.cryptoNetwork ?? query.tokenType ?? '');
  const txid = validateTxid(network, query.txid);
  const address = await findAddress(context.db, userId, network.asset, network.tokenType);
  if (address === null) throw new AppError('ADDRESS_NOT_FOUND');
  const recorded = await findUserDeposits(context.db, address, txid);
  if (recorded.length > 0 && recorded.some(({ state }) => state !== 'ORPHANED'))
    return toDepositCheckDto(network, recorded);
  const node = context.nodes.get(network.chain);
  if (!node) throw new AppError('SERVICE_UNAVAILABLE');
  await recordMissedDeposit(context, node, address, txid).catch((err: unknown) => {
    context.log.warn({ area: 'custody', chain: node.chain, err }, 'search for a missing deposit failed');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  return toDepositCheckDto(network, await findUserDeposits(context.db, address, txid));
}

function validateTxid({ chain, settings }: Network, input: string | undefined): string | null {
  const trimmed = input?.trim() ?? '';
  if (trimmed === '' && !settings.txIdNeeded) return null;
  const txid = normalizeTxid(chain, trimmed);
  if (txid === null) throw new AppError('INVALID_TXID');
  return txid;
}

async function recordMissedDeposit(
  context: CustodyContext,
  node: ChainNode,
  address: DepositAddress,
  txid: string | null,
): Promise<void> {
  const { chain } = node;
  const found = txid === null ? await readUnconfirmedPayments(node) : await node.transaction(txid);
  const payments = (found?.incoming ?? []).filter(
    ({ to, tag }) => to === address.address && (tag?.trim() ?? '') === address.tag,
  );
  if (payments.length === 0) return;
  const { deposits } = await matchIncoming(
    context,
    context.db,
    chain,
    await context.fetchCurrentKeys(),
    payments,
  );
  const scanned = (await findCursor(context.db, chain))?.height ?? -1;
  // The scanner will record the height when it reads that block.
  const height = found && found.height !== null && found.height <= scanned ? found.height : null;
  const sighting = { height, blockHash: null, raisedByUser: true, now: context.now() };
  publishWalletChanges(
    context,
    await context.db
      .transaction()
      .execute((tx) => recordSeenDeposits(context, tx, chain, deposits, sighting)),
  );
  const savedDeposits = await findUserDeposits(context.db, address, txid);
  await markReportedByUser(
    context.db,
    savedDeposits.map(({ id }) => id),
  );
}

async function readUnconfirmedPayments(
  node: ChainNode,
): Promise<{ incoming: readonly IncomingPayment[]; height: null }> {
  return { incoming: (await node.waiting?.()) ?? [], height: null };
}

/** Adds up several outputs of one transaction; the state is credited only if all of them are. */
function toDepositCheckDto({ asset, settings }: Network, deposits: readonly UserDeposit[]): DepositCheckDto {
  const valid = deposits.filter(({ state }) => state !== 'ORPHANED');
  const amount = valid.reduce((sum, deposit) => sum + deposit.amount, 0n);
  return {
    amount: valid.length === 0 ? null : formatAmount(amount, asset),
    transactionIsDone: valid.length > 0 && valid.every(({ state }) => state === 'CREDITED'),
    confirmations: Math.min(...valid.map(countConfirmations), valid.length === 0 ? 0 : Infinity),
    neededConfirmations: valid[0]?.needed ?? settings.confirmations,
  };
}
