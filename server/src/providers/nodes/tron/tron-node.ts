import { type Asset, CHAIN_INFO } from '@sarraf/domain';
import { TRON_CONTRACTS, tronTokens } from '../../../chains/tron.ts';
import type { Block, ChainNode, TransactionStatus } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { readInt64, succeeded, type TronTokens, tronIncomingOf, tronNumber } from './tron-replies.ts';
import {
  blockOf,
  createTronTalk,
  solidified,
  type TronAsk,
  type TronNodeOptions,
  tronBalanceOf,
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
    tronTokens(contracts).map(({ contract, ...token }) => [contract, token]),
  );
  const talk = createTronTalk(options);
  const nextTimestamp = createTimestamps(options.now ?? Date.now);

  const contractOf = (asset: Asset, tokenType: string): string | null => {
    if (asset === CHAIN_INFO.TRON.coin && tokenType === 'TRON') return null;
    const found = [...tokens].find(([, token]) => token.asset === asset && token.tokenType === tokenType);
    if (!found) throw new Error(`no ${asset} by ${tokenType} on TRON`);
    return found[0];
  };

  return {
    chain: 'TRON',
    async head() {
      const ask = await talk();
      const { height } = await blockOf(ask, '/wallet/getnowblock', {});
      return { height, final: (await solidified(ask)).height };
    },
    async blocks(from, to) {
      const ask = await talk();
      const blocks: Block[] = [];
      for (let height = from; height <= to; height += 1) blocks.push(await blockAt(ask, tokens, height));
      return blocks;
    },
    async transaction(txid) {
      if (!/^[0-9a-f]{64}$/i.test(txid)) return null;
      const ask = await talk();
      const [transaction, info] = await lookUp(ask, txid.toLowerCase());
      if (transaction === null) return null;
      // The payments of a pending transaction are known only after it ran.
      if (info === null) return { incoming: [], height: null };
      return {
        incoming: tronIncomingOf(tokens, transaction, info),
        height: tronNumber(field(info, 'blockNumber')),
      };
    },
    async find(txid) {
      return find(await talk(), txid);
    },
    async plan(request) {
      return planTransfer(await talk(), request, contractOf, nextTimestamp());
    },
    async broadcast(signed) {
      try {
        return await broadcastHex(await talk(), signed);
      } catch (error) {
        if (error instanceof NodeFailure) return 'UNKNOWN';
        throw error;
      }
    },
    async balance(address, asset, tokenType) {
      return tronBalanceOf(await talk(), address, contractOf(asset, tokenType));
    },
    async isExpired(expires) {
      // A block accepts no transaction that has expired at its parent's time, so none after this one will.
      return (await solidified(await talk())).time > expires * 1000;
    },
  };
}

async function blockAt(ask: TronAsk, tokens: TronTokens, height: number): Promise<Block> {
  const block = await blockOf(ask, '/wallet/getblockbynum', { num: height });
  const infos = block.transactions.length === 0 ? [] : await infosOf(ask, height);
  const incoming = block.transactions.flatMap((transaction) => {
    const info = infos.find((one) => field(one, 'id') === field(transaction, 'txID'));
    if (info === undefined) throw new NodeFailure('TRON', `block ${height} changed`);
    return tronIncomingOf(tokens, transaction, info);
  });
  // The infos don't name their branch, so the block must be unchanged after reading them.
  const again = await blockOf(ask, '/wallet/getblock', { id_or_num: String(height), detail: false });
  if (again.hash !== block.hash) throw new NodeFailure('TRON', `block ${height} changed`);
  const { hash, parentHash, time } = block;
  return { height, hash, parentHash, at: new Date(time), incoming };
}

async function infosOf(ask: TronAsk, height: number): Promise<readonly unknown[]> {
  const infos = await ask('/wallet/gettransactioninfobyblocknum', { num: height });
  if (!Array.isArray(infos)) throw new NodeFailure('TRON', `no infos of block ${height}`);
  return infos;
}

const isEmpty = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0;

/** Null: unknown; a transaction without an info is pending. */
async function lookUp(ask: TronAsk, txid: string): Promise<[transaction: unknown, info: unknown]> {
  // Only an empty object means unknown. Anything else must not be taken for it, because an unknown transaction may
  // be sent again.
  const known = async (path: string, id: string): Promise<unknown> => {
    const answer = await ask(path, { value: txid });
    if (field(answer, id) === txid) return answer;
    if (!isEmpty(answer)) throw new NodeFailure('TRON', `${path}: malformed reply`);
    return null;
  };
  const transaction = await known('/wallet/gettransactionbyid', 'txID');
  if (transaction === null) return [await known('/wallet/gettransactionfrompending', 'txID'), null];
  return [transaction, await known('/wallet/gettransactioninfobyid', 'id')];
}

async function find(ask: TronAsk, txid: string): Promise<TransactionStatus> {
  const [transaction, info] = await lookUp(ask, txid);
  if (transaction === null) return { state: 'UNKNOWN' };
  if (info === null) return { state: 'WAITING' };
  const height = tronNumber(field(info, 'blockNumber'));
  const { hash } = await blockOf(ask, '/wallet/getblock', { id_or_num: String(height), detail: false });
  const ok = succeeded(transaction, info);
  return { state: 'INCLUDED', height, blockHash: hash, ok, fee: readInt64(field(info, 'fee')) };
}
