import { parseAddress } from './addresses.ts';
import type { Asset } from './assets.ts';
import { cleanPasted } from './pasted-text.ts';
import { readTag } from './tags.ts';

/** An address in normal form with the tag or memo that is signed with it; null: none. */
export interface Destination {
  address: string;
  tag: string | null;
}

/** TAG_MISMATCH: the address contains a tag, and a different one was given next to it. */
export type DestinationFault = 'INVALID_ADDRESS' | 'INVALID_TAG' | 'TAG_MISMATCH';

export type ResolvedDestination = (Destination & { fault: null }) | { fault: DestinationFault };

/**
 * Parses an address and its tag. An X-address of XRP and a muxed account of Stellar contain their tag; only an
 * equal one may be given in addition, because it would be unclear which is meant.
 */
export function resolveDestination(
  asset: Asset,
  tokenType: string,
  { address, tag }: { address: string; tag: string },
): ResolvedDestination {
  const read = parseAddress(asset, tokenType, address);
  if (read === null) return { fault: 'INVALID_ADDRESS' };
  if (cleanPasted(tag) === '') return { ...read, fault: null };
  const given = readTag(tokenType, tag);
  if (given === null) return { fault: 'INVALID_TAG' };
  if (read.tag !== null && read.tag !== given) return { fault: 'TAG_MISMATCH' };
  return { address: read.address, tag: given, fault: null };
}
