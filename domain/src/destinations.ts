import { parseAddress } from './addresses.ts';
import type { Asset } from './assets.ts';
import { cleanPastedValue } from './pasted-text.ts';
import { parseTag } from './tags.ts';

/** An address in normal form with the tag or memo that is signed with it; null: none. */
export interface Destination {
  address: string;
  tag: string | null;
}

/** TAG_MISMATCH: the address contains a tag, and a different one was given next to it. */
export type DestinationError = 'INVALID_ADDRESS' | 'INVALID_TAG' | 'TAG_MISMATCH';

export type ResolvedDestination = (Destination & { error: null }) | { error: DestinationError };

/**
 * Parses an address and its tag. An X-address of XRP and a muxed account of Stellar contain their tag; only an
 * equal one may be given in addition, because it would be unclear which is meant.
 */
export function resolveDestination(
  asset: Asset,
  tokenType: string,
  { address, tag }: { address: string; tag: string },
): ResolvedDestination {
  const parsed = parseAddress(asset, tokenType, address);
  if (parsed === null) return { error: 'INVALID_ADDRESS' };
  if (cleanPastedValue(tag) === '') return { ...parsed, error: null };
  const separateTag = parseTag(tokenType, tag);
  if (separateTag === null) return { error: 'INVALID_TAG' };
  if (parsed.tag !== null && parsed.tag !== separateTag) return { error: 'TAG_MISMATCH' };
  return { address: parsed.address, tag: separateTag, error: null };
}
