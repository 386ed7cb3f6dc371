import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer/script.js';
import { scriptOfAddress } from '../chains/utxo/utxo-address.ts';
import { decodePrevious } from '../chains/utxo/utxo-previous.ts';
import { utxoRulesOf } from '../chains/utxo/utxo-rules.ts';

/** On UTXO chains a transaction that can be parsed and spent like any other; elsewhere an id is enough. */
export function createFaucetTransaction(
  chain: Chain,
  payments: readonly { to: string; amount: bigint }[],
  seed: Uint8Array,
): { txid: string; raw: string | null } {
  const hex = Buffer.from(seed).toString('hex');
  const { family } = CHAIN_INFO[chain];
  if (family === 'UTXO') return mintTransaction(chain, payments, seed);
  if (family === 'EVM') return { txid: `0x${hex}`, raw: null };
  return { txid: family === 'XRPL' ? hex.toUpperCase() : hex, raw: null };
}

/**
 * Builds a transaction that pays these addresses, in this order, and spends an output that never existed: 32 bytes
 * name it.
 */
export function mintTransaction(
  chain: Chain,
  payments: readonly { to: string; amount: bigint }[],
  seed: Uint8Array,
): { txid: string; raw: string } {
  const rules = utxoRulesOf(chain, 'main');
  const raw = hex.encode(
    RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [{ txid: seed, index: 0, finalScriptSig: new Uint8Array(), sequence: 0xffff_ffff }],
      outputs: payments.map(({ to, amount }) => ({ script: scriptOfAddress(rules, to), amount })),
      witnesses: undefined,
      lockTime: 0,
    }),
  );
  return { txid: decodePrevious(raw).txid, raw };
}
