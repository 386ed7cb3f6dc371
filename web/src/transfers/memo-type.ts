import { parseStellarMemo, parseTag } from '@sarraf/domain';

/**
 * Returns the type as which the memo is signed, on the network with several types (Stellar); null: no memo, or an
 * invalid one.
 */
export function getMemoType(tokenType: string, tag: string): 'ID' | 'TEXT' | null {
  const memo = tokenType === 'STELLAR' ? parseTag(tokenType, tag) : null;
  return memo === null ? null : parseStellarMemo(memo).type;
}
