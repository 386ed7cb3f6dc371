import {
  ASSETS,
  type Asset,
  isPaymentLink,
  type LinkFault,
  type LinkTarget,
  parseAddress,
  type ResolvedDestination,
  readPaymentLink,
  resolveDestination,
} from '@sarraf/domain';

/** The destination of a withdrawal as typed. */
export interface TypedDestination {
  asset: Asset;
  tokenType: string | null;
  address: string;
  tag: string;
  /** The person confirmed that there is no tag. */
  noTag?: boolean;
}

/**
 * Parses the address field: an address, or a payment link with its own tag. Null: not a destination on this
 * network.
 */
function readField({ asset, tokenType, address }: TypedDestination) {
  if (tokenType === null) return null;
  if (!isPaymentLink(address)) return { address, tag: null };
  const link = readPaymentLink(asset, tokenType, address);
  return link.fault === null ? link : null;
}

/** Returns the tag contained in the address itself (X-address, muxed account, payment link); null if none. */
export function carriedTag(typed: TypedDestination): string | null {
  const read = readField(typed);
  if (read === null || typed.tokenType === null) return null;
  return parseAddress(typed.asset, typed.tokenType, read.address)?.tag ?? read.tag;
}

/**
 * Returns the destination to send: a tag in the address takes precedence over a previously typed one, since the tag
 * field is then hidden.
 */
export function destinationOf(typed: TypedDestination): ResolvedDestination {
  const { asset, tokenType, tag, noTag = false } = typed;
  const read = readField(typed);
  if (read === null || tokenType === null) return { fault: 'INVALID_ADDRESS' };
  const carried = carriedTag(typed);
  return resolveDestination(asset, tokenType, {
    address: read.address,
    tag: carried ?? (noTag ? '' : tag),
  });
}

/**
 * Returns why the payment link in the field can't be used for this coin and network, and the coin and network that
 * it is for. Before a network is chosen, the coin's first network is used.
 */
export function foreignLinkIn({ asset, tokenType, address }: TypedDestination): {
  fault: LinkFault | null;
  target: LinkTarget | null;
} {
  const judged = tokenType ?? ASSETS[asset].networks[0]?.tokenType;
  const read = judged === undefined ? null : readPaymentLink(asset, judged, address);
  // A plain address names no other coin.
  if (read === null || !(isPaymentLink(address) || read.fault === 'LIGHTNING'))
    return { fault: null, target: null };
  if (read.fault === null && tokenType === null && judged !== undefined)
    return { fault: 'OTHER', target: { asset, tokenType: judged, address: read.address, tag: read.tag } };
  return { fault: read.fault, target: read.fault === 'OTHER' ? read.target : null };
}
