/**
 * Links that wallets read and show as QR codes: BIP21 and its kin for the Bitcoin family, EIP-681 for the Ethereum family, SEP-7 for
 * Stellar, and `ripple:` with a destination tag. TRON, EOS and MultiversX have none that wallets agree on.
 */
import { readAddress } from './addresses.ts';
import type { Asset } from './assets.ts';
import { toLatinDigits } from './digits.ts';
import {
  CHAIN_INFO,
  type Chain,
  type CoinOnNetwork,
  EVM_CHAIN_IDS,
  findNetwork,
  TOKEN_CONTRACTS,
} from './networks.ts';
import { readTag, stellarMemo, textMemoTag } from './tags.ts';

const BITCOIN_SCHEMES: Readonly<Partial<Record<Chain, string>>> = {
  BITCOIN: 'bitcoin',
  LITE_COIN: 'litecoin',
  DOGE_COIN: 'dogecoin',
  DASH: 'dash',
  BITCOIN_CASH: 'bitcoincash',
};

/**
 * What makes a wallet fill in address, network and tag by itself. Null: wallets of this network read the bare address alone.
 * @param address In the form that `readAddress` keeps.
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
 * Why what was read is no address to send to: LIGHTNING: an invoice of that network, which we don't pay. REQUIREMENT: the link asks
 * for something we don't know, so BIP21 forbids to pay it. OTHER_NETWORK, OTHER_TOKEN: it is for another one. NOT_HERE: no address
 * of this network.
 */
export type LinkFault = 'LIGHTNING' | 'REQUIREMENT' | 'OTHER_NETWORK' | 'OTHER_TOKEN' | 'NOT_HERE';

export type ReadLink = { address: string; tag: string | null; fault: null } | { fault: LinkFault };

/** What a QR code or the clipboard says, for a withdrawal on this network: a link, or the address alone. */
export function readPaymentLink(asset: Asset, tokenType: string, text: string): ReadLink {
  const network = findNetwork(asset, tokenType);
  if (!network) return { fault: 'NOT_HERE' };
  const typed = text.trim();
  if (LIGHTNING.test(typed)) return { fault: 'LIGHTNING' };
  const link = LINK.exec(typed);
  if (!link) return placeOf(network, typed, null);
  const [, scheme = '', path = '', query = ''] = link;
  const fields = queryFields(query);
  if ([...fields.keys()].some((name) => name.startsWith('req-'))) return { fault: 'REQUIREMENT' };
  const bare = path === '' && fields.has('lightning');
  return bare ? { fault: 'LIGHTNING' } : readLink(network, scheme.toLowerCase(), path, fields);
}

const LINK = /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i;
/** BOLT 11: human-readable part `ln` and the currency's prefix, then the amount; or an LNURL. */
const LIGHTNING = /^(?:lightning:|(?:ln(?:bc|tb|bcrt|tbs)\d*[munp]?1|lnurl1)[02-9ac-hj-np-z]{20,})/i;

function readLink(
  network: CoinOnNetwork,
  scheme: string,
  path: string,
  fields: ReadonlyMap<string, string>,
): ReadLink {
  const family = FAMILY_OF[scheme];
  if (family === undefined) return { fault: 'NOT_HERE' };
  const { chain } = network;
  if (family !== CHAIN_INFO[chain].family) return { fault: 'OTHER_NETWORK' };
  switch (family) {
    case 'UTXO':
      return BITCOIN_SCHEMES[chain] === scheme ? placeOf(network, path, null) : { fault: 'OTHER_NETWORK' };
    case 'EVM':
      return readEvmLink(network, path, fields);
    case 'STELLAR':
      return readStellarLink(network, fields);
    default:
      return placeOf(network, path, TAG_FIELDS.map((name) => fields.get(name)).find((tag) => tag) ?? null);
  }
}

const FAMILY_OF: Readonly<Record<string, 'UTXO' | 'EVM' | 'XRPL' | 'STELLAR' | 'TRON'>> = {
  ...Object.fromEntries(Object.values(BITCOIN_SCHEMES).map((scheme) => [scheme, 'UTXO' as const])),
  ethereum: 'EVM',
  ripple: 'XRPL',
  xrpl: 'XRPL',
  xrp: 'XRPL',
  'web+stellar': 'STELLAR',
  stellar: 'STELLAR',
  tron: 'TRON',
};
const TAG_FIELDS = ['dt', 'tag', 'memo'];

/** EIP-681: `[pay-]<address>[@<chain id>][/<function>]`; of a token's transfer the address is the token's contract. */
function readEvmLink(network: CoinOnNetwork, path: string, fields: ReadonlyMap<string, string>): ReadLink {
  const parts = /^(?:pay-)?([^@/]+)(?:@(\d+))?(?:\/(.*))?$/.exec(path);
  if (!parts) return { fault: 'NOT_HERE' };
  const [, target = '', chainId, call] = parts;
  if (chainId !== undefined && chainId !== String(EVM_CHAIN_IDS[network.chain]))
    return { fault: 'OTHER_NETWORK' };
  if (call === undefined) return placeOf(network, target, null);
  if (call !== 'transfer') return { fault: 'NOT_HERE' };
  const contract = TOKEN_CONTRACTS[network.tokenType];
  if (contract?.toLowerCase() !== target.toLowerCase()) return { fault: 'OTHER_TOKEN' };
  return placeOf(network, fields.get('address') ?? '', null);
}

/** SEP-7. A memo whose type the link names is of that type, also where it is digits alone; we send none that is a hash. */
function readStellarLink(network: CoinOnNetwork, fields: ReadonlyMap<string, string>): ReadLink {
  const address = fields.get('destination') ?? '';
  const memo = fields.get('memo') ?? '';
  if (memo === '') return placeOf(network, address, null);
  switch ((fields.get('memo_type') ?? '').toUpperCase()) {
    case '':
      return placeOf(network, address, memo);
    case 'MEMO_TEXT':
      return placeOf(network, address, textMemoTag(memo));
    case 'MEMO_ID': {
      const tag = readTag('STELLAR', toLatinDigits(memo).replace(/^0+(?=\d)/, ''));
      return tag !== null && stellarMemo(tag).type === 'ID'
        ? placeOf(network, address, tag)
        : { fault: 'REQUIREMENT' };
    }
    default:
      return { fault: 'REQUIREMENT' };
  }
}

/** The text stays as it was written: what is shown is what was read. */
function placeOf({ asset, tokenType }: CoinOnNetwork, address: string, tag: string | null): ReadLink {
  return readAddress(asset, tokenType, address) ? { address, tag, fault: null } : { fault: 'NOT_HERE' };
}

const queryFields = (query: string): Map<string, string> =>
  new Map(
    query
      .split('&')
      .filter((field) => field !== '')
      .map((field) => {
        const [name = '', value = ''] = field.split('=');
        return [name.toLowerCase(), decoded(value)];
      }),
  );

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
