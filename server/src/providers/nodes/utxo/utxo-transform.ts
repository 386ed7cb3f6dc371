/** Converts replies of Bitcoin-family nodes to the types of custody. */
import { addressOfScript } from '../../../chains/utxo/utxo-address.ts';
import type { UtxoRules } from '../../../chains/utxo/utxo-rules.ts';
import type { Block, IncomingPayment } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';
import { readAmount } from './utxo-rpc.ts';

export interface NodeTx {
  txid: string;
  coinbase: boolean;
  inputs: { txid: string; index: number }[];
  outputs: { index: number; amount: bigint; script: Uint8Array | null }[];
  /** Null: in no block. */
  blockHash: string | null;
}

const HASH = /^[0-9a-f]{64}$/;

export function readHash(value: unknown): string {
  if (typeof value !== 'string' || !HASH.test(value)) throw new Error('no hash');
  return value;
}

export function readInteger(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error('not an integer');
  return value;
}

function readList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('no list');
  return value;
}

/** Parses a transaction as `getrawtransaction` and `getblock` write it. Throws if it is invalid. */
export function readTx(answer: unknown): NodeTx {
  const ins = readList(field(answer, 'vin'));
  const blockHash = field(answer, 'blockhash');
  return {
    txid: readHash(field(answer, 'txid')),
    coinbase: ins.some((input) => field(input, 'coinbase') !== undefined),
    // Litecoin's MWEB inputs refer to no transaction.
    inputs: ins.flatMap((input) =>
      field(input, 'txid') === undefined
        ? []
        : [{ txid: readHash(field(input, 'txid')), index: readInteger(field(input, 'vout')) }],
    ),
    outputs: readList(field(answer, 'vout')).flatMap(readOutput),
    blockHash: blockHash === undefined || blockHash === null ? null : readHash(blockHash),
  };
}

/**
 * Reads the script rather than the address: nodes have `address`, or `addresses` of several, and older ones name an
 * address even for a bare key, whose output could not be spent as that address's.
 */
function readOutput(output: unknown): NodeTx['outputs'] {
  const value = field(output, 'value');
  // Litecoin's MWEB outputs have no visible amount.
  if (value === undefined) return [];
  const hex = field(field(output, 'scriptPubKey'), 'hex');
  // An output of BITCOIN_CASH with a token can't be spent as plain money.
  const plain = typeof hex === 'string' && field(output, 'tokenData') === undefined;
  return [
    {
      index: readInteger(field(output, 'n')),
      amount: readAmount(value),
      script: plain ? Buffer.from(hex, 'hex') : null,
    },
  ];
}

/**
 * Returns a transaction's payments to addresses. Mining rewards (coinbase) are omitted: they can't be spent for 100
 * blocks.
 */
export function utxoIncomingOf(rules: UtxoRules, tx: NodeTx): IncomingPayment[] {
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

export function readUtxoBlock(answer: unknown): NodeBlock {
  const parent = field(answer, 'previousblockhash');
  return {
    height: readInteger(field(answer, 'height')),
    hash: readHash(field(answer, 'hash')),
    parentHash: parent === undefined || parent === null ? null : readHash(parent),
    at: new Date(readInteger(field(answer, 'time')) * 1000),
    transactions: readList(field(answer, 'tx')),
  };
}
