import { readTag, stellarMemo } from '@sarraf/domain';

/** The type that the memo is signed as, on the network that has several (Stellar); null: none, or it can't be read. */
export function memoTypeOf(tokenType: string, tag: string): 'ID' | 'TEXT' | null {
  const read = tokenType === 'STELLAR' ? readTag(tokenType, tag) : null;
  return read === null ? null : stellarMemo(read).type;
}
