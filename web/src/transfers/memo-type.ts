import { readTag, stellarMemo } from '@sarraf/domain';

/**
 * Returns the type as which the memo is signed, on the network with several types (Stellar); null: no memo, or an
 * invalid one.
 */
export function memoTypeOf(tokenType: string, tag: string): 'ID' | 'TEXT' | null {
  const read = tokenType === 'STELLAR' ? readTag(tokenType, tag) : null;
  return read === null ? null : stellarMemo(read).type;
}
