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
  coinsOnChain,
  EVM_CHAIN_IDS,
  findNetwork,
  TOKEN_CONTRACTS,
} from './networks.ts';
import { cleanPasted } from './pasted-text.ts';
import { readTag, stellarMemo, textMemoTag } from './tags.ts';

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
export function paymentLink(
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
      return evmLink(network, address);
    case 'XRPL':
      return `ripple:${address}${tag === null ? '' : `?dt=${tag}`}`;
    case 'STELLAR':
      return `web+stellar:pay?destination=${address}${tag === null ? '' : `${memoFields(tag)}`}`;
    default:
      return null;
  }
}

function evmLink({ chain, tokenType }: CoinOnNetwork, address: string): string {
  const contract = TOKEN_CONTRACTS[tokenType];
  const id = EVM_CHAIN_IDS[chain];
  return contract === undefined
    ? `ethereum:${address}@${id}`
    : `ethereum:${contract}@${id}/transfer?address=${address}`;
}

function memoFields(tag: string): string {
  const { type, value } = stellarMemo(tag);
  return `&memo=${encodeURIComponent(value)}&memo_type=MEMO_${type}`;
}

/**
 * Why a text contains no destination on the chosen network. LIGHTNING: an invoice of that network, which we don't
 * pay. REQUIREMENT: the link requires something unsupported, so paying it otherwise isn't safe (BIP21). OTHER: it
 * is for another of our coins or networks. OTHER_NETWORK, OTHER_TOKEN: it is for one that we don't have. NOT_HERE:
 * no address of this network.
 */
export type LinkFault = 'LIGHTNING' | 'REQUIREMENT' | 'OTHER' | 'OTHER_NETWORK' | 'OTHER_TOKEN' | 'NOT_HERE';

/** The coin and network that a link is for, with its destination as written in the link. */
export interface LinkTarget extends Destination {
  asset: Asset;
  tokenType: string;
}

export type ReadLink =
  | (Destination & { fault: null })
  | { fault: 'OTHER'; target: LinkTarget }
  | { fault: Exclude<LinkFault, 'OTHER'> };

/** A parsed link: the networks that it may be for, the likeliest first. */
type LinkRequest =
  | (Destination & { networks: readonly CoinOnNetwork[]; fault: null })
  | { fault: Exclude<LinkFault, 'OTHER'> };

/** Longer texts are not links of wallets. */
export const MAX_LINK_LENGTH = 2048;

export const isPaymentLink = (text: string): boolean => LINK.test(cleanLink(text));

/**
 * Parses a QR code or pasted text for a withdrawal on this network: a link, or the address alone. Scheme, chain id,
 * contract and asset determine what a link is for, whichever form it is pasted into.
 */
export function readPaymentLink(asset: Asset, tokenType: string, text: string): ReadLink {
  const network = findNetwork(asset, tokenType);
  const typed = cleanLink(text);
  if (!network || typed.length > MAX_LINK_LENGTH) return { fault: 'NOT_HERE' };
  if (LIGHTNING.test(typed)) return { fault: 'LIGHTNING' };
  const request = requestOf(typed);
  if (request === null) return readPlace(network, { address: typed, tag: null });
  if (request.fault !== null) return request;
  const isFor = (one: CoinOnNetwork) => one.asset === asset && one.tokenType === tokenType;
  if (request.networks.some(isFor)) return readPlace(network, request);
  const others = request.networks.filter((one) => readPlace(one, request).fault === null);
  const other = others.find((one) => one.asset === asset) ?? others[0];
  if (!other) return { fault: 'NOT_HERE' };
  const { address, tag } = request;
  return { fault: 'OTHER', target: { asset: other.asset, tokenType: other.tokenType, address, tag } };
}

/** The text is kept unchanged, so that the displayed text is the one that was parsed. */
function readPlace({ asset, tokenType }: CoinOnNetwork, { address, tag }: Destination): ReadLink {
  const { fault } = resolveDestination(asset, tokenType, { address, tag: tag ?? '' });
  if (fault === null) return { address, tag, fault };
  return { fault: fault === 'INVALID_ADDRESS' ? 'NOT_HERE' : 'REQUIREMENT' };
}

const LINK = /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i;
/** Wallets of XRP also display an address with its tag as a link without a scheme. */
const BARE_XRP = /^r[1-9A-HJ-NP-Za-km-z]{24,34}\?/;
const cleanLink = (text: string): string => cleanPasted(text).replace(BARE_XRP, 'xrpl:$&');

/** Invoices and offers of BOLT 11 and 12 begin with `ln` and the currency's prefix; LNURL has separate forms. */
const LIGHTNING =
  /^(?:lightning:|lnurl[pwc]?:|keyauth:|(?:bitcoin:)?(?:ln(?:bc|tb|bcrt|tbs|ltc)\d*[munp]?1|lno1|lnurl1)[02-9ac-hj-np-z]{20,})/i;

/** Null: the text is not a link. */
function requestOf(typed: string): LinkRequest | null {
  const link = LINK.exec(typed);
  if (!link) return null;
  const [, scheme = '', rawPath = '', query = ''] = link;
  const path = cleanPasted(decoded(rawPath)).replace(/\/+$/, '');
  const fields = queryFields(query);
  if (fields === null || [...fields.keys()].some((name) => name.startsWith('req-')))
    return { fault: 'REQUIREMENT' };
  const read = READERS.get(scheme.toLowerCase());
  if (read) return read(path, fields);
  // An unknown short name of EIP-3770 is a network that we don't have.
  return { fault: /^0x[0-9a-f]{40}$/i.test(path) ? 'OTHER_NETWORK' : 'NOT_HERE' };
}

type Fields = ReadonlyMap<string, string>;
type Reader = (path: string, fields: Fields) => LinkRequest;

const readUtxoLink =
  (chain: Chain): Reader =>
  (path, fields) => {
    // Payment instructions in the query (BIP 321): an address of SegWit, or an invoice.
    const address = path || (fields.get('bc') ?? '');
    if (address === '' && fields.has('lightning')) return { fault: 'LIGHTNING' };
    return { networks: coinsOnChain(chain), address, tag: null, fault: null };
  };

const EVM_CHAINS = CHAINS.filter((chain) => CHAIN_INFO[chain].family === 'EVM');

/** EIP-681: `[pay-]<address>[@<chain id>][/<function>]`; for a token's transfer the address is the token's contract. */
function readEvmLink(path: string, fields: Fields): LinkRequest {
  const parts = /^(?:pay-)?([^@/]+)(?:@(\d+))?(?:\/(.*))?$/.exec(path);
  if (!parts) return { fault: 'NOT_HERE' };
  const [, target = '', chainId, call] = parts;
  // Without a chain id it is for the network that the payer has chosen.
  const chains = EVM_CHAINS.filter((chain) => chainId === undefined || isChainId(chain, chainId));
  if (chains.length === 0) return { fault: 'OTHER_NETWORK' };
  const networks = chains.flatMap(coinsOnChain);
  if (call === undefined) {
    if (fields.has('data')) return { fault: 'REQUIREMENT' };
    return { networks: payable(networks, fields), address: target, tag: null, fault: null };
  }
  if (call !== 'transfer') return { fault: 'REQUIREMENT' };
  return ofToken(networks, target, fields.get('address') ?? '');
}

const isChainId = (chain: Chain, id: string): boolean => String(EVM_CHAIN_IDS[chain]) === id;

/**
 * With an amount of the chain's own coin it is for that coin; an address alone is valid for every coin on its
 * chain.
 */
const payable = (networks: readonly CoinOnNetwork[], fields: Fields): readonly CoinOnNetwork[] =>
  fields.has('value') || fields.has('amount')
    ? networks.filter(({ tokenType }) => TOKEN_CONTRACTS[tokenType] === undefined)
    : networks;

function ofToken(networks: readonly CoinOnNetwork[], contract: string, address: string): LinkRequest {
  const found = networks.filter(
    ({ tokenType }) => TOKEN_CONTRACTS[tokenType]?.toLowerCase() === contract.toLowerCase(),
  );
  return found.length === 0 ? { fault: 'OTHER_TOKEN' } : { networks: found, address, tag: null, fault: null };
}

/** EIP-3770: `<short name of the chain>:<address>`. */
const readShortName =
  (chain: Chain): Reader =>
  (path, fields) =>
    readEvmLink(/^0x[0-9a-f]{40}$/i.test(path) ? `${path}@${EVM_CHAIN_IDS[chain]}` : '', fields);

/** CAIP-10: `eip155:<chain id>:<address>`. */
const readChainAccount: Reader = (path, fields) => {
  const [id, address = ''] = path.split(':');
  return readEvmLink(`${address}@${id}`, fields);
};

const readTronLink: Reader = (path, fields) => {
  const networks = coinsOnChain('TRON');
  const token = firstOf(fields, ['contract', 'contractaddress', 'token', 'asset']);
  if (token === null || /^trx$/i.test(token)) {
    const own = token === null ? payable(networks, fields) : networks.slice(0, 1);
    return { networks: own, address: path, tag: null, fault: null };
  }
  const contract = /^(usdt|trc20)$/i.test(token) ? (TOKEN_CONTRACTS.TRC20 ?? '') : token;
  return ofToken(networks, contract, path);
};

/** A currency other than XRP is an issued one. */
const readRippleLink: Reader = (path, fields) => {
  const currency = fields.get('currency') ?? 'XRP';
  const issued = fields.has('issuer') || (fields.get('amount') ?? '').includes('/');
  if (issued || currency.toUpperCase() !== 'XRP') return { fault: 'OTHER_TOKEN' };
  return tagged('RIPPLE', path, fields, ['dt', 'tag', 'destinationtag', 'destination_tag', 'memo']);
};

const EOS_CONTRACTS: ReadonlySet<string> = new Set(['eosio.token', 'core.vaulta']);

const readEosLink: Reader = (path, fields) =>
  EOS_CONTRACTS.has(firstOf(fields, ['contract', 'token']) ?? 'eosio.token')
    ? tagged('EOS', path, fields, ['memo', 'tag'])
    : { fault: 'OTHER_TOKEN' };

const readElrondLink: Reader = (path, fields) =>
  fields.has('token')
    ? { fault: 'OTHER_TOKEN' }
    : { networks: coinsOnChain('ELROND'), address: path, tag: null, fault: null };

/** REQUIREMENT: two parameters have different tags. */
function tagged(chain: Chain, address: string, fields: Fields, names: readonly string[]): LinkRequest {
  const tags = new Set(names.flatMap((name) => fields.get(name) || []));
  if (tags.size > 1) return { fault: 'REQUIREMENT' };
  return { networks: coinsOnChain(chain), address, tag: [...tags][0] ?? null, fault: null };
}

const firstOf = (fields: Fields, names: readonly string[]): string | null =>
  names.map((name) => fields.get(name)).find((value) => value) ?? null;

const STELLAR_PUBLIC = 'Public Global Stellar Network ; September 2015';

/** SEP-7. A memo type in the link is respected, also for a text of digits; hash memos are not supported. */
const readStellarLink: Reader = (path, fields) => {
  if (/^tx\b/i.test(path) || fields.has('callback')) return { fault: 'REQUIREMENT' };
  if ((fields.get('network_passphrase') ?? STELLAR_PUBLIC) !== STELLAR_PUBLIC)
    return { fault: 'OTHER_NETWORK' };
  const code = (fields.get('asset_code') ?? 'XLM').toUpperCase();
  if (fields.has('asset_issuer') || !['XLM', 'NATIVE'].includes(code)) return { fault: 'OTHER_TOKEN' };
  const tag = memoTag(fields);
  if (tag === undefined) return { fault: 'REQUIREMENT' };
  const address = /^pay$/i.test(path) ? (fields.get('destination') ?? '') : path;
  return { networks: coinsOnChain('STELLAR'), address, tag, fault: null };
};

/** Undefined: an unsupported memo. */
function memoTag(fields: Fields): string | null | undefined {
  const memo = fields.get('memo') ?? '';
  if (memo === '') return null;
  switch ((fields.get('memo_type') ?? '').toUpperCase()) {
    case '':
      return memo;
    case 'MEMO_TEXT':
      return textMemoTag(memo);
    case 'MEMO_ID': {
      const tag = readTag('STELLAR', toLatinDigits(memo).replace(/^0+(?=\d)/, ''));
      return tag !== null && stellarMemo(tag).type === 'ID' ? tag : undefined;
    }
    default:
      return undefined;
  }
}

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(BITCOIN_SCHEMES).map(([chain, scheme]) => [scheme, readUtxoLink(chain as Chain)]),
    ),
    btc: readUtxoLink('BITCOIN'),
    ltc: readUtxoLink('LITE_COIN'),
    doge: readUtxoLink('DOGE_COIN'),
    bch: readUtxoLink('BITCOIN_CASH'),
    ethereum: readEvmLink,
    eip155: readChainAccount,
    eth: readShortName('ETHEREUM'),
    etc: readShortName('CLASSIC_ETHEREUM'),
    bnb: readShortName('BINANCE_COIN_BSC'),
    bsc: readShortName('BINANCE_COIN_BSC'),
    smartchain: readShortName('BINANCE_COIN_BSC'),
    pol: readShortName('MATIC'),
    matic: readShortName('MATIC'),
    polygon: readShortName('MATIC'),
    celo: readShortName('CELO'),
    tron: readTronLink,
    trx: readTronLink,
    ripple: readRippleLink,
    xrpl: readRippleLink,
    xrp: readRippleLink,
    'web+stellar': readStellarLink,
    stellar: readStellarLink,
    xlm: readStellarLink,
    eos: readEosLink,
    eosio: readEosLink,
    elrond: readElrondLink,
    multiversx: readElrondLink,
    egld: readElrondLink,
  }),
);

/** By name in lower case; null: a parameter with two different values. */
function queryFields(query: string): Fields | null {
  const fields = new Map<string, string>();
  for (const field of query.split('&')) {
    if (field === '') continue;
    const end = field.includes('=') ? field.indexOf('=') : field.length;
    const name = decoded(field.slice(0, end)).toLowerCase();
    const value = decoded(field.slice(end + 1));
    if ((fields.get(name) ?? value) !== value) return null;
    fields.set(name, value);
  }
  return fields;
}

/** An invalid percent escape is kept as text. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
