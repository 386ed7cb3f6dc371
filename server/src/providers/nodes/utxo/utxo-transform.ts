/** Converts replies of Bitcoin-family nodes to the types of custody. */
import { addressOfScript } from '../../../chains/utxo/utxo-address.ts';
import type { UtxoRules } from '../../../chains/utxo/utxo-rules.ts';
import type { Block, IncomingPayment } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';
import { parseCoinAmount } from './utxo-rpc.ts';

export interface NodeTx {
  txid: string;
  coinbase: boolean;
  inputs: { txid: string; index: number }[];
  outputs: { index: number; amount: bigint; script: Uint8Array | null }[];
  /** Null: in no block. */
  blockHash: string | null;
}

const HASH = /^[0-9a-f]{64}$/;

export function parseUtxoHash(value: unknown): string {
  if (typeof value !== 'string' || !HASH.test(value)) throw new Error('no hash');
  return value;
}

export function parseInteger(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error('not an integer');
  return value;
}

function parseList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('no list');
  return value;
}

/** Parses a transaction as `getrawtransaction` and `getblock` write it. Throws if it is invalid. */
export function parseTx(rawTransaction: unknown): NodeTx {
  const ins = parseList(getField(rawTransaction, 'vin'));
  const blockHash = getField(rawTransaction, 'blockhash');
  return {
    txid: parseUtxoHash(getField(rawTransaction, 'txid')),
    coinbase: ins.some((input) => getField(input, 'coinbase') !== undefined),
    // Litecoin's MWEB inputs refer to no transaction.
    inputs: ins.flatMap((input) =>
      getField(input, 'txid') === undefined
        ? []
        : [{ txid: parseUtxoHash(getField(input, 'txid')), index: parseInteger(getField(input, 'vout')) }],
    ),
    outputs: parseList(getField(rawTransaction, 'vout')).flatMap(parseOutput),
    blockHash: blockHash === undefined || blockHash === null ? null : parseUtxoHash(blockHash),
  };
}

/**
 * Reads the script rather than the address: nodes have `address`, or `addresses` of several, and older ones name an
 * address even for a bare key, whose output could not be spent as that address's.
 */
function parseOutput(output: unknown): NodeTx['outputs'] {
  const value = getField(output, 'value');
  // Litecoin's MWEB outputs have no visible amount.
  if (value === undefined) return [];
  const hex = getField(getField(output, 'scriptPubKey'), 'hex');
  // An output of BITCOIN_CASH with a token can't be spent as plain money.
  const isPlain = typeof hex === 'string' && getField(output, 'tokenData') === undefined;
  return [
    {
      index: parseInteger(getField(output, 'n')),
      amount: parseCoinAmount(value),
      script: isPlain ? Buffer.from(hex, 'hex') : null,
    },
  ];
}

/**
 * Returns a transaction's payments to addresses. Mining rewards (coinbase) are omitted: they can't be spent for 100
 * blocks.
 */
export function findUtxoIncoming(rules: UtxoRules, tx: NodeTx): IncomingPayment[] {
  if (tx.coinbase) return [];
  return tx.outputs.flatMap(({ index, amount, script }): IncomingPayment[] => {
    const to = script && addressOfScript(rules, script);
    if (!to || amount <= 0n) return [];
    const { coin, chain } = rules;
    return [{ txid: tx.txid, index, to, tag: null, asset: coin, tokenType: chain, contract: null, amount }];
  });
}

export interface NodeBlock extends Omit<Block, 'incoming'> {
  /** Full transactions, or only ids if the node returns no more. */
  transactions: unknown[];
}

export function parseUtxoBlock(rawBlock: unknown): NodeBlock {
  const parent = getField(rawBlock, 'previousblockhash');
  return {
    height: parseInteger(getField(rawBlock, 'height')),
    hash: parseUtxoHash(getField(rawBlock, 'hash')),
    parentHash: parent === undefined || parent === null ? null : parseUtxoHash(parent),
    at: new Date(parseInteger(getField(rawBlock, 'time')) * 1000),
    transactions: parseList(getField(rawBlock, 'tx')),
  };
}
