import { type Asset, type ResolvedDestination, readAddress, resolveDestination } from '@sarraf/domain';

/** Where coins are to go, as it was typed. */
export interface TypedDestination {
  asset: Asset;
  tokenType: string | null;
  address: string;
  tag: string;
  /** The person says that it has none. */
  noTag?: boolean;
}

/** The tag that the address itself carries (X-address, muxed account); null: none. */
export const carriedTag = ({ asset, tokenType, address }: TypedDestination): string | null =>
  tokenType === null ? null : (readAddress(asset, tokenType, address)?.tag ?? null);

/**
 * The destination that is sent: a tag in the address decides, whatever was typed for the address before it, since its field is
 * no longer shown.
 */
export function destinationOf(typed: TypedDestination): ResolvedDestination {
  const { asset, tokenType, address, tag, noTag = false } = typed;
  if (tokenType === null) return { fault: 'INVALID_ADDRESS' };
  return resolveDestination(asset, tokenType, {
    address,
    tag: noTag || carriedTag(typed) !== null ? '' : tag,
  });
}
