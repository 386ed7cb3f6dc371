/**
 * Payment links and QR codes of wallets: BIP21 and similar for the Bitcoin family, EIP-681 for the Ethereum family,
 * SEP-7 for Stellar, and `ripple:` with a destination tag. TRON, EOS and MultiversX have no common format; theirs
 * are only parsed.
 */
import type { Asset } from './assets.ts';
import { CHAINS } from './chains.ts';
import { type Destination, resolveDestination } from './destinations.ts';
import { toLatinDigits } from './digits.ts';
import {
  CHAIN_INFO,
  type Chain,
  type CoinOnNetwork,
  EVM_CHAIN_IDS,
  findNetwork,
  listCoinsOnChain,
  TOKEN_CONTRACTS,
} from './networks.ts';
import { cleanPastedValue } from './pasted-text.ts';
import { parseStellarMemo, parseTag, tagFromTextMemo } from './tags.ts';

const BITCOIN_SCHEMES: Readonly<Partial<Record<Chain, string>>> = {
  BITCOIN: 'bitcoin',
  LITE_COIN: 'litecoin',
  DOGE_COIN: 'dogecoin',
  DASH: 'dash',
  BITCOIN_CASH: 'bitcoincash',
};

/**
 * Returns a link that lets wallets fill in address, network and tag. Null: wallets of this network only accept the
 * bare address.
 * @param address In the normal form of `readAddress`.
 */
export function buildPaymentLink(
  asset: Asset,
  tokenType: string,
  { address, tag }: { address: string; tag: string | null },
): string | null {
  const network = findNetwork(asset, tokenType);
  if (!network) return null;
  switch (CHAIN_INFO[network.chain].family) {
    case 'UTXO':
      return `${BITCOIN_SCHEMES[network.chain]}:${address}`;
    case 'EVM':
      return buildEvmLink(network, address);
    case 'XRPL':
      return `ripple:${address}${tag === null ? '' : `?dt=${tag}`}`;
    case 'STELLAR':
      return `web+stellar:pay?destination=${address}${tag === null ? '' : `${buildMemoParameters(tag)}`}`;
    default:
      return null;
  }
}

function buildEvmLink({ chain, tokenType }: CoinOnNetwork, address: string): string {
  const contract = TOKEN_CONTRACTS[tokenType];
  const id = EVM_CHAIN_IDS[chain];
  return contract === undefined
    ? `ethereum:${address}@${id}`
    : `ethereum:${contract}@${id}/transfer?address=${address}`;
}

function buildMemoParameters(tag: string): string {
  const { type, value } = parseStellarMemo(tag);
  return `&memo=${encodeURIComponent(value)}&memo_type=MEMO_${type}`;
}

/**
 * Why a text contains no destination on the chosen network. LIGHTNING: an invoice of that network, which we don't
 * pay. REQUIREMENT: the link requires something unsupported, so paying it otherwise isn't safe (BIP21). OTHER: it
 * is for another of our coins or networks. OTHER_NETWORK, OTHER_TOKEN: it is for one that we don't have. NOT_HERE:
 * no address of this network.
 */
export type PaymentLinkError =
  | 'LIGHTNING'
  | 'REQUIREMENT'
  | 'OTHER'
  | 'OTHER_NETWORK'
  | 'OTHER_TOKEN'
  | 'NOT_HERE';

/** The coin and network that a link is for, with its destination as written in the link. */
export interface PaymentLinkTarget extends Destination {
  asset: Asset;
  tokenType: string;
}

export type ParsedPaymentLink =
  | (Destination & { error: null })
  | { error: 'OTHER'; target: PaymentLinkTarget }
  | { error: Exclude<PaymentLinkError, 'OTHER'> };

/** A parsed link: the networks that it may be for, the likeliest first. */
type PaymentLinkRequest =
  | (Destination & { networks: readonly CoinOnNetwork[]; error: null })
  | { error: Exclude<PaymentLinkError, 'OTHER'> };

/** Longer texts are not links of wallets. */
export const MAX_LINK_LENGTH = 2048;

export const isPaymentLink = (text: string): boolean => LINK_PATTERN.test(cleanLink(text));

/**
 * Parses a QR code or pasted text for a withdrawal on this network: a link, or the address alone. Scheme, chain id,
 * contract and asset determine what a link is for, whichever form it is pasted into.
 */
export function parsePaymentLink(asset: Asset, tokenType: string, text: string): ParsedPaymentLink {
  const network = findNetwork(asset, tokenType);
  const typed = cleanLink(text);
  if (!network || typed.length > MAX_LINK_LENGTH) return { error: 'NOT_HERE' };
  if (LIGHTNING_PATTERN.test(typed)) return { error: 'LIGHTNING' };
  const request = parseLinkRequest(typed);
  if (request === null) return resolveOnNetwork(network, { address: typed, tag: null });
  if (request.error !== null) return request;
  const isChosenNetwork = (one: CoinOnNetwork) => one.asset === asset && one.tokenType === tokenType;
  if (request.networks.some(isChosenNetwork)) return resolveOnNetwork(network, request);
  const otherNetworks = request.networks.filter((one) => resolveOnNetwork(one, request).error === null);
  const otherNetwork = otherNetworks.find((one) => one.asset === asset) ?? otherNetworks[0];
  if (!otherNetwork) return { error: 'NOT_HERE' };
  const { address, tag } = request;
  return {
    error: 'OTHER',
    target: { asset: otherNetwork.asset, tokenType: otherNetwork.tokenType, address, tag },
  };
}

/** The text is kept unchanged, so that the displayed text is the one that was parsed. */
function resolveOnNetwork(
  { asset, tokenType }: CoinOnNetwork,
  { address, tag }: Destination,
): ParsedPaymentLink {
  const { error } = resolveDestination(asset, tokenType, { address, tag: tag ?? '' });
  if (error === null) return { address, tag, error };
  return { error: error === 'INVALID_ADDRESS' ? 'NOT_HERE' : 'REQUIREMENT' };
}

const LINK_PATTERN = /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i;
/** Wallets of XRP also display an address with its tag as a link without a scheme. */
const BARE_XRP_PATTERN = /^r[1-9A-HJ-NP-Za-km-z]{24,34}\?/;
const cleanLink = (text: string): string => cleanPastedValue(text).replace(BARE_XRP_PATTERN, 'xrpl:$&');

/** Invoices and offers of BOLT 11 and 12 begin with `ln` and the currency's prefix; LNURL has separate forms. */
const LIGHTNING_PATTERN =
  /^(?:lightning:|lnurl[pwc]?:|keyauth:|(?:bitcoin:)?(?:ln(?:bc|tb|bcrt|tbs|ltc)\d*[munp]?1|lno1|lnurl1)[02-9ac-hj-np-z]{20,})/i;

/** Null: the text is not a link. */
function parseLinkRequest(typed: string): PaymentLinkRequest | null {
  const link = LINK_PATTERN.exec(typed);
  if (!link) return null;
  const [, scheme = '', rawPath = '', query = ''] = link;
  const path = cleanPastedValue(decodePercent(rawPath)).replace(/\/+$/, '');
  const fields = parseQueryParameters(query);
  if (fields === null || [...fields.keys()].some((name) => name.startsWith('req-')))
    return { error: 'REQUIREMENT' };
  const parsePath = LINK_PARSERS.get(scheme.toLowerCase());
  if (parsePath) return parsePath(path, fields);
  // An unknown short name of EIP-3770 is a network that we don't have.
  return { error: /^0x[0-9a-f]{40}$/i.test(path) ? 'OTHER_NETWORK' : 'NOT_HERE' };
}

type QueryParameters = ReadonlyMap<string, string>;
type LinkParser = (path: string, fields: QueryParameters) => PaymentLinkRequest;

const createUtxoLinkParser =
  (chain: Chain): LinkParser =>
  (path, fields) => {
    // Payment instructions in the query (BIP 321): an address of SegWit, or an invoice.
    const address = path || (fields.get('bc') ?? '');
    if (address === '' && fields.has('lightning')) return { error: 'LIGHTNING' };
    return { networks: listCoinsOnChain(chain), address, tag: null, error: null };
  };

const EVM_CHAINS = CHAINS.filter((chain) => CHAIN_INFO[chain].family === 'EVM');

/** EIP-681: `[pay-]<address>[@<chain id>][/<function>]`; for a token's transfer the address is the token's contract. */
function parseEvmLink(path: string, fields: QueryParameters): PaymentLinkRequest {
  const parts = /^(?:pay-)?([^@/]+)(?:@(\d+))?(?:\/(.*))?$/.exec(path);
  if (!parts) return { error: 'NOT_HERE' };
  const [, target = '', chainId, functionName] = parts;
  // Without a chain id it is for the network that the payer has chosen.
  const chains = EVM_CHAINS.filter((chain) => chainId === undefined || isChainId(chain, chainId));
  if (chains.length === 0) return { error: 'OTHER_NETWORK' };
  const networks = chains.flatMap(listCoinsOnChain);
  if (functionName === undefined) {
    if (fields.has('data')) return { error: 'REQUIREMENT' };
    return { networks: filterPayableCoins(networks, fields), address: target, tag: null, error: null };
  }
  if (functionName !== 'transfer') return { error: 'REQUIREMENT' };
  return requestForToken(networks, target, fields.get('address') ?? '');
}

const isChainId = (chain: Chain, id: string): boolean => String(EVM_CHAIN_IDS[chain]) === id;

/**
 * With an amount of the chain's own coin it is for that coin; an address alone is valid for every coin on its
 * chain.
 */
const filterPayableCoins = (
  networks: readonly CoinOnNetwork[],
  fields: QueryParameters,
): readonly CoinOnNetwork[] =>
  fields.has('value') || fields.has('amount')
    ? networks.filter(({ tokenType }) => TOKEN_CONTRACTS[tokenType] === undefined)
    : networks;

function requestForToken(
  networks: readonly CoinOnNetwork[],
  contract: string,
  address: string,
): PaymentLinkRequest {
  const matchingNetworks = networks.filter(
    ({ tokenType }) => TOKEN_CONTRACTS[tokenType]?.toLowerCase() === contract.toLowerCase(),
  );
  return matchingNetworks.length === 0
    ? { error: 'OTHER_TOKEN' }
    : { networks: matchingNetworks, address, tag: null, error: null };
}

/** EIP-3770: `<short name of the chain>:<address>`. */
const createShortNameParser =
  (chain: Chain): LinkParser =>
  (path, fields) =>
    parseEvmLink(/^0x[0-9a-f]{40}$/i.test(path) ? `${path}@${EVM_CHAIN_IDS[chain]}` : '', fields);

/** CAIP-10: `eip155:<chain id>:<address>`. */
const parseChainAccount: LinkParser = (path, fields) => {
  const [id, address = ''] = path.split(':');
  return parseEvmLink(`${address}@${id}`, fields);
};

const parseTronLink: LinkParser = (path, fields) => {
  const networks = listCoinsOnChain('TRON');
  const token = findFirstParameter(fields, ['contract', 'contractaddress', 'token', 'asset']);
  if (token === null || /^trx$/i.test(token)) {
    const candidates = token === null ? filterPayableCoins(networks, fields) : networks.slice(0, 1);
    return { networks: candidates, address: path, tag: null, error: null };
  }
  const contract = /^(usdt|trc20)$/i.test(token) ? (TOKEN_CONTRACTS.TRC20 ?? '') : token;
  return requestForToken(networks, contract, path);
};

/** A currency other than XRP is an issued one. */
const parseRippleLink: LinkParser = (path, fields) => {
  const currency = fields.get('currency') ?? 'XRP';
  const isIssued = fields.has('issuer') || (fields.get('amount') ?? '').includes('/');
  if (isIssued || currency.toUpperCase() !== 'XRP') return { error: 'OTHER_TOKEN' };
  return requestWithTag('RIPPLE', path, fields, ['dt', 'tag', 'destinationtag', 'destination_tag', 'memo']);
};

const EOS_CONTRACTS: ReadonlySet<string> = new Set(['eosio.token', 'core.vaulta']);

const parseEosLink: LinkParser = (path, fields) =>
  EOS_CONTRACTS.has(findFirstParameter(fields, ['contract', 'token']) ?? 'eosio.token')
    ? requestWithTag('EOS', path, fields, ['memo', 'tag'])
    : { error: 'OTHER_TOKEN' };

const parseElrondLink: LinkParser = (path, fields) =>
  fields.has('token')
    ? { error: 'OTHER_TOKEN' }
    : { networks: listCoinsOnChain('ELROND'), address: path, tag: null, error: null };

/** REQUIREMENT: two parameters have different tags. */
function requestWithTag(
  chain: Chain,
  address: string,
  fields: QueryParameters,
  names: readonly string[],
): PaymentLinkRequest {
  const tags = new Set(names.flatMap((name) => fields.get(name) || []));
  if (tags.size > 1) return { error: 'REQUIREMENT' };
  return { networks: listCoinsOnChain(chain), address, tag: [...tags][0] ?? null, error: null };
}

const findFirstParameter = (fields: QueryParameters, names: readonly string[]): string | null =>
  names.map((name) => fields.get(name)).find((value) => value) ?? null;

const STELLAR_PUBLIC = 'Public Global Stellar Network ; September 2015';

/** SEP-7. A memo type in the link is respected, also for a text of digits; hash memos are not supported. */
const parseStellarLink: LinkParser = (path, fields) => {
  if (/^tx\b/i.test(path) || fields.has('callback')) return { error: 'REQUIREMENT' };
  if ((fields.get('network_passphrase') ?? STELLAR_PUBLIC) !== STELLAR_PUBLIC)
    return { error: 'OTHER_NETWORK' };
  const code = (fields.get('asset_code') ?? 'XLM').toUpperCase();
  if (fields.has('asset_issuer') || !['XLM', 'NATIVE'].includes(code)) return { error: 'OTHER_TOKEN' };
  const tag = parseMemoTag(fields);
  if (tag === undefined) return { error: 'REQUIREMENT' };
  const address = /^pay$/i.test(path) ? (fields.get('destination') ?? '') : path;
  return { networks: listCoinsOnChain('STELLAR'), address, tag, error: null };
};

/** Undefined: an unsupported memo. */
function parseMemoTag(fields: QueryParameters): string | null | undefined {
  const memo = fields.get('memo') ?? '';
  if (memo === '') return null;
  switch ((fields.get('memo_type') ?? '').toUpperCase()) {
    case '':
      return memo;
    case 'MEMO_TEXT':
      return tagFromTextMemo(memo);
    case 'MEMO_ID': {
      const tag = parseTag('STELLAR', toLatinDigits(memo).replace(/^0+(?=\d)/, ''));
      return tag !== null && parseStellarMemo(tag).type === 'ID' ? tag : undefined;
    }
    default:
      return undefined;
  }
}

const LINK_PARSERS: ReadonlyMap<string, LinkParser> = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(BITCOIN_SCHEMES).map(([chain, scheme]) => [
        scheme,
        createUtxoLinkParser(chain as Chain),
      ]),
    ),
    btc: createUtxoLinkParser('BITCOIN'),
    ltc: createUtxoLinkParser('LITE_COIN'),
    doge: createUtxoLinkParser('DOGE_COIN'),
    bch: createUtxoLinkParser('BITCOIN_CASH'),
    ethereum: parseEvmLink,
    eip155: parseChainAccount,
    eth: createShortNameParser('ETHEREUM'),
    etc: createShortNameParser('CLASSIC_ETHEREUM'),
    bnb: createShortNameParser('BINANCE_COIN_BSC'),
    bsc: createShortNameParser('BINANCE_COIN_BSC'),
    smartchain: createShortNameParser('BINANCE_COIN_BSC'),
    pol: createShortNameParser('MATIC'),
    matic: createShortNameParser('MATIC'),
    polygon: createShortNameParser('MATIC'),
    celo: createShortNameParser('CELO'),
    tron: parseTronLink,
    trx: parseTronLink,
    ripple: parseRippleLink,
    xrpl: parseRippleLink,
    xrp: parseRippleLink,
    'web+stellar': parseStellarLink,
    stellar: parseStellarLink,
    xlm: parseStellarLink,
    eos: parseEosLink,
    eosio: parseEosLink,
    elrond: parseElrondLink,
    multiversx: parseElrondLink,
    egld: parseElrondLink,
  }),
);

/** By name in lower case; null: a parameter with two different values. */
function parseQueryParameters(query: string): QueryParameters | null {
  const fields = new Map<string, string>();
  for (const field of query.split('&')) {
    if (field === '') continue;
    const end = field.includes('=') ? field.indexOf('=') : field.length;
    const name = decodePercent(field.slice(0, end)).toLowerCase();
    const value = decodePercent(field.slice(end + 1));
    if ((fields.get(name) ?? value) !== value) return null;
    fields.set(name, value);
  }
  return fields;
}

/** An invalid percent escape is kept as text. */
function decodePercent(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
