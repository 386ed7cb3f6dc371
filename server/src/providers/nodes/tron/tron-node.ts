import { type Asset, CHAIN_INFO } from '@sarraf/domain';
import { listTronTokens, TRON_CONTRACTS } from '../../../chains/tron.ts';
import type { Block, ChainNode, TransactionStatus } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { findTronIncoming, isSuccessful, parseInt64, type TronTokens, toTronNumber } from './tron-replies.ts';
import {
  createTronSessions,
  readSolidifiedBlock,
  readTronBalance,
  readTronBlockAt,
  type TronCall,
  type TronNodeOptions,
} from './tron-rest.ts';
import { broadcastHex, createTimestamps, planTransfer } from './tron-sending.ts';

/**
 * A java-tron full node by its HTTP API (tronprotocol.github.io/documentation-en/api/http,
 * developers.tron.network). Solidified blocks are final. TRX sent by contracts is detected if the node stores
 * internal transactions (vm.saveInternalTx). Throws NodeFailure.
 */
export function createTronNode(options: TronNodeOptions): ChainNode {
  const contracts = options.contracts ?? TRON_CONTRACTS;
  const tokens: TronTokens = new Map(
    listTronTokens(contracts).map(({ contract, ...token }) => [contract, token]),
  );
  const openSession = createTronSessions(options);
  const nextTimestamp = createTimestamps(options.now ?? Date.now);

  const contractOf = (asset: Asset, tokenType: string): string | null => {
    if (asset === CHAIN_INFO.TRON.coin && tokenType === 'TRON') return null;
    const knownToken = [...tokens].find(
      ([, token]) => token.asset === asset && token.tokenType === tokenType,
    );
    if (!knownToken) throw new Error(`no ${asset} by ${tokenType} on TRON`);
    return knownToken[0];
  };

  return {
    chain: 'TRON',
    async head() {
      const callNode = await openSession();
      const { height } = await readTronBlockAt(callNode, '/wallet/getnowblock', {});
      return { height, final: (await readSolidifiedBlock(callNode)).height };
    },
    async blocks(from, to) {
      const callNode = await openSession();
      const blocks: Block[] = [];
      for (let height = from; height <= to; height += 1)
        blocks.push(await readBlockAt(callNode, tokens, height));
      return blocks;
    },
    async transaction(txid) {
      if (!/^[0-9a-f]{64}$/i.test(txid)) return null;
      const callNode = await openSession();
      const [transaction, info] = await lookUpTransaction(callNode, txid.toLowerCase());
      if (transaction === null) return null;
      // The payments of a pending transaction are known only after it ran.
      if (info === null) return { incoming: [], height: null };
      return {
        incoming: findTronIncoming(tokens, transaction, info),
        height: toTronNumber(getField(info, 'blockNumber')),
      };
    },
    async find(txid) {
      return findStatus(await openSession(), txid);
    },
    async plan(request) {
      return planTransfer(await openSession(), request, contractOf, nextTimestamp());
    },
    async broadcast(signed) {
      try {
        return await broadcastHex(await openSession(), signed);
      } catch (error) {
        if (error instanceof NodeFailure) return 'UNKNOWN';
        throw error;
      }
    },
    async balance(address, asset, tokenType) {
      return readTronBalance(await openSession(), address, contractOf(asset, tokenType));
    },
    async isExpired(expires) {
      // A block accepts no transaction that has expired at its parent's time, so none after this one will.
      return (await readSolidifiedBlock(await openSession())).time > expires * 1000;
    },
  };
}

async function readBlockAt(callNode: TronCall, tokens: TronTokens, height: number): Promise<Block> {
  const block = await readTronBlockAt(callNode, '/wallet/getblockbynum', { num: height });
  const infos = block.transactions.length === 0 ? [] : await readInfos(callNode, height);
  const incoming = block.transactions.flatMap((transaction) => {
    const info = infos.find((candidate) => getField(candidate, 'id') === getField(transaction, 'txID'));
    if (info === undefined) throw new NodeFailure('TRON', `block ${height} changed`);
    return findTronIncoming(tokens, transaction, info);
  });
  // The infos don't name their branch, so the block must be unchanged after reading them.
  const rereadBlock = await readTronBlockAt(callNode, '/wallet/getblock', {
    id_or_num: String(height),
    detail: false,
  });
  if (rereadBlock.hash !== block.hash) throw new NodeFailure('TRON', `block ${height} changed`);
  const { hash, parentHash, time } = block;
  return { height, hash, parentHash, at: new Date(time), incoming };
}

async function readInfos(callNode: TronCall, height: number): Promise<readonly unknown[]> {
  const infos = await callNode('/wallet/gettransactioninfobyblocknum', { num: height });
  if (!Array.isArray(infos)) throw new NodeFailure('TRON', `no infos of block ${height}`);
  return infos;
}

const isEmptyObject = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && Object.keys(reply).length === 0;

/** Null: unknown; a transaction without an info is pending. */
async function lookUpTransaction(
  callNode: TronCall,
  txid: string,
): Promise<[transaction: unknown, info: unknown]> {
  // Only an empty object means unknown. Anything else must not be taken for it, because an unknown transaction may
  // be sent again.
  const findKnown = async (path: string, id: string): Promise<unknown> => {
    const reply = await callNode(path, { value: txid });
    if (getField(reply, id) === txid) return reply;
    if (!isEmptyObject(reply)) throw new NodeFailure('TRON', `${path}: malformed reply`);
    return null;
  };
  const transaction = await findKnown('/wallet/gettransactionbyid', 'txID');
  if (transaction === null) return [await findKnown('/wallet/gettransactionfrompending', 'txID'), null];
  return [transaction, await findKnown('/wallet/gettransactioninfobyid', 'id')];
}

async function findStatus(callNode: TronCall, txid: string): Promise<TransactionStatus> {
  const [transaction, info] = await lookUpTransaction(callNode, txid);
  if (transaction === null) return { state: 'UNKNOWN' };
  if (info === null) return { state: 'WAITING' };
  const height = toTronNumber(getField(info, 'blockNumber'));
  const { hash } = await readTronBlockAt(callNode, '/wallet/getblock', {
    id_or_num: String(height),
    detail: false,
  });
  const wasSuccessful = isSuccessful(transaction, info);
  return {
    state: 'INCLUDED',
    height,
    blockHash: hash,
    ok: wasSuccessful,
    fee: parseInt64(getField(info, 'fee')),
  };
}
