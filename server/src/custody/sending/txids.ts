import { CHAIN_INFO, type Chain, type ChainFamily } from '@sarraf/domain';

/** Format of hashes as each family's nodes and explorers write them. */
const FORMATTERS: Record<ChainFamily, (hex: string) => string> = {
  UTXO: (hex) => hex,
  EVM: (hex) => `0x${hex}`,
  TRON: (hex) => hex,
  XRPL: (hex) => hex.toUpperCase(),
  STELLAR: (hex) => hex,
  EOS: (hex) => hex,
  MULTIVERSX: (hex) => hex,
};

/** Returns the hash of a transaction in the form its chain uses, however it was typed; null: malformed. */
export function normalizeTxid(chain: Chain, text: string): string | null {
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase();
  return hex === undefined ? null : FORMATTERS[CHAIN_INFO[chain].family](hex);
}
