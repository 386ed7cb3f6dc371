import {
  ASSETS,
  type Asset,
  isPaymentLink,
  type PaymentLinkError,
  type PaymentLinkTarget,
  parseAddress,
  parsePaymentLink,
  type ResolvedDestination,
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
function parseAddressField({ asset, tokenType, address }: TypedDestination) {
  if (tokenType === null) return null;
  if (!isPaymentLink(address)) return { address, tag: null };
  const link = parsePaymentLink(asset, tokenType, address);
  return link.error === null ? link : null;
}

/** Returns the tag contained in the address itself (X-address, muxed account, payment link); null if none. */
export function getTagInAddress(typed: TypedDestination): string | null {
  const parsedField = parseAddressField(typed);
  if (parsedField === null || typed.tokenType === null) return null;
  return parseAddress(typed.asset, typed.tokenType, parsedField.address)?.tag ?? parsedField.tag;
}

/**
 * Returns the destination to send: a tag in the address takes precedence over a previously typed one, since the tag
 * field is then hidden.
 */
export function resolveTypedDestination(typed: TypedDestination): ResolvedDestination {
  const { asset, tokenType, tag, noTag = false } = typed;
  const parsedField = parseAddressField(typed);
  if (parsedField === null || tokenType === null) return { error: 'INVALID_ADDRESS' };
  const tagInAddress = getTagInAddress(typed);
  return resolveDestination(asset, tokenType, {
    address: parsedField.address,
    tag: tagInAddress ?? (noTag ? '' : tag),
  });
}

/**
 * Returns why the payment link in the field can't be used for this coin and network, and the coin and network that
 * it is for. Before a network is chosen, the coin's first network is used.
 */
export function checkPaymentLink({ asset, tokenType, address }: TypedDestination): {
  error: PaymentLinkError | null;
  target: PaymentLinkTarget | null;
} {
  const assumedNetwork = tokenType ?? ASSETS[asset].networks[0]?.tokenType;
  const link = assumedNetwork === undefined ? null : parsePaymentLink(asset, assumedNetwork, address);
  // A plain address names no other coin.
  if (link === null || !(isPaymentLink(address) || link.error === 'LIGHTNING'))
    return { error: null, target: null };
  if (link.error === null && tokenType === null && assumedNetwork !== undefined)
    return {
      error: 'OTHER',
      target: { asset, tokenType: assumedNetwork, address: link.address, tag: link.tag },
    };
  return { error: link.error, target: link.error === 'OTHER' ? link.target : null };
}
