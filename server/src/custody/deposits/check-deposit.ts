import { AppError, formatAmount } from '@sarraf/domain';
import type { checkDeposit, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { type DepositAddress, findAddress } from '../addresses/address-store.ts';
import type { CustodyContext } from '../deps.ts';
import { type Network, readNetwork } from '../networks.ts';
import type { ChainNode, IncomingPayment } from '../ports.ts';
import { readCursor } from '../scanning/cursor-store.ts';
import { matchIncoming } from '../scanning/match-incoming.ts';
import { recordSeenDeposits } from '../scanning/see-deposits.ts';
import { readTxid } from '../sending/txids.ts';
import { findDepositsOf, markReportedByUser, type ShownDeposit } from './deposit-store.ts';
import { confirmationsOf } from './list-deposits.ts';
import { publishWalletChanges } from './publish-deposits.ts';

type Checked = ReplyOf<typeof checkDeposit>['baseDTO'];

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
): Promise<Checked> {
  const network = readNetwork(context, query.relatedCoin, query.cryptoNetwork ?? query.tokenType ?? '');
  const txid = txidOf(network, query.txid);
  const address = await findAddress(context.db, userId, network.asset, network.tokenType);
  if (address === null) throw new AppError('ADDRESS_NOT_FOUND');
  const known = await findDepositsOf(context.db, address, txid);
  if (known.length > 0 && known.some(({ state }) => state !== 'ORPHANED')) return shown(network, known);
  const node = context.nodes.get(network.chain);
  if (!node) throw new AppError('SERVICE_UNAVAILABLE');
  await takeUp(context, node, address, txid).catch((err: unknown) => {
    context.log.warn({ area: 'custody', chain: node.chain, err }, 'search for a missing deposit failed');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  return shown(network, await findDepositsOf(context.db, address, txid));
}

function txidOf({ chain, settings }: Network, typed: string | undefined): string | null {
  const given = typed?.trim() ?? '';
  if (given === '' && !settings.txIdNeeded) return null;
  const txid = readTxid(chain, given);
  if (txid === null) throw new AppError('INVALID_TXID');
  return txid;
}

async function takeUp(
  context: CustodyContext,
  node: ChainNode,
  address: DepositAddress,
  txid: string | null,
): Promise<void> {
  const { chain } = node;
  const found = txid === null ? await waitingOf(node) : await node.transaction(txid);
  const theirs = (found?.incoming ?? []).filter(
    ({ to, tag }) => to === address.address && (tag?.trim() ?? '') === address.tag,
  );
  if (theirs.length === 0) return;
  const { deposits } = await matchIncoming(context, context.db, chain, await context.currentKeys(), theirs);
  const scanned = (await readCursor(context.db, chain))?.height ?? -1;
  // The scanner will record the height when it reads that block.
  const height = found && found.height !== null && found.height <= scanned ? found.height : null;
  const seen = { height, blockHash: null, raisedByUser: true, now: context.now() };
  publishWalletChanges(
    context,
    await context.db.transaction().execute((tx) => recordSeenDeposits(context, tx, chain, deposits, seen)),
  );
  const raised = await findDepositsOf(context.db, address, txid);
  await markReportedByUser(
    context.db,
    raised.map(({ id }) => id),
  );
}

async function waitingOf(node: ChainNode): Promise<{ incoming: readonly IncomingPayment[]; height: null }> {
  return { incoming: (await node.waiting?.()) ?? [], height: null };
}

/** Adds up several outputs of one transaction; the state is credited only if all of them are. */
function shown({ asset, settings }: Network, deposits: readonly ShownDeposit[]): Checked {
  const some = deposits.filter(({ state }) => state !== 'ORPHANED');
  const amount = some.reduce((sum, deposit) => sum + deposit.amount, 0n);
  return {
    amount: some.length === 0 ? null : formatAmount(amount, asset),
    transactionIsDone: some.length > 0 && some.every(({ state }) => state === 'CREDITED'),
    confirmations: Math.min(...some.map(confirmationsOf), some.length === 0 ? 0 : Infinity),
    neededConfirmations: some[0]?.needed ?? settings.confirmations,
  };
}
