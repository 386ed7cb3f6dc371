/** External services that we call, and the proxy by which each is reached. */

/** Names in OUTGOING_PROXIES. WEBHOOKS stands for those of all stores, NODES for those of all chains. */
export const OUTGOING_VENDORS = [
  'BINANCE',
  'OKX',
  'KUCOIN',
  'BYBIT',
  'KRAKEN',
  'GATE',
  'NOBITEX',
  'WALLEX',
  'BITPIN',
  'RAMZINEX',
  'ZARINPAL',
  'VANDAR',
  'ZIBAL',
  'JIBIT',
  'KAVENEGAR',
  'FINNOTECH',
  'GOOGLE',
  'NEWS',
  'SMTP',
  'TELEGRAM',
  'ALARM_WEBHOOK',
  'WEBHOOKS',
  'WITNESS',
  'CERTIFICATES',
  'COLLECTOR',
  'NODES',
] as const;
export type OutgoingVendor = (typeof OUTGOING_VENDORS)[number];

export interface ProxyServer {
  kind: 'http' | 'socks5';
  host: string;
  port: number;
  credentials: { user: string; password: string } | null;
}

/** Null: directly. Vendors that aren't named use the default proxy. */
export interface OutgoingProxies {
  all: ProxyServer | null;
  byVendor: Readonly<Partial<Record<OutgoingVendor, ProxyServer | null>>>;
}

/** Returns the proxy of a vendor; null: direct connection. */
export function findProxy({ all, byVendor }: OutgoingProxies, vendor: OutgoingVendor): ProxyServer | null {
  const ownProxy = byVendor[vendor];
  return ownProxy === undefined ? all : ownProxy;
}

const DIRECT = 'direct';
const KIND_BY_PROTOCOL = { 'http:': 'http', 'socks5:': 'socks5' } as const;
const DEFAULT_PORTS = { http: 80, socks5: 1080 } as const;
/** RFC 1929. */
const MAX_SOCKS_LENGTH = 255;

const EXPECTED_FORMAT =
  'must be http://host:port or socks5://host:port, with user:password@ before the host where the proxy asks for them, percent-encoded';

/** Parses the two settings. Adds an error for each invalid one, without its value, which contains a password. */
export function parseOutgoingProxies(
  {
    OUTGOING_PROXY: all,
    OUTGOING_PROXIES: others,
  }: { OUTGOING_PROXY?: string | undefined; OUTGOING_PROXIES?: string | undefined },
  errors: string[],
): OutgoingProxies {
  const byVendor: Partial<Record<OutgoingVendor, ProxyServer | null>> = {};
  for (const [vendor, address] of Object.entries(parseVendorMap(others, errors))) {
    if (!isVendor(vendor))
      errors.push(`OUTGOING_PROXIES: ${vendor} is none of ${OUTGOING_VENDORS.join(', ')}`);
    else if (address === DIRECT) byVendor[vendor] = null;
    else byVendor[vendor] = parseProxy(`OUTGOING_PROXIES: ${vendor}`, address, errors, ` or "${DIRECT}"`);
  }
  return { all: all === undefined ? null : parseProxy('OUTGOING_PROXY:', all, errors), byVendor };
}

const isVendor = (name: string): name is OutgoingVendor =>
  (OUTGOING_VENDORS as readonly string[]).includes(name);

function parseVendorMap(text: string | undefined, errors: string[]): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  errors.push('OUTGOING_PROXIES: not a JSON object of vendors and their proxies');
  return {};
}

function parseProxy(name: string, value: unknown, errors: string[], alternative = ''): ProxyServer | null {
  const addError = (message: string): null => {
    errors.push(`${name} ${message}`);
    return null;
  };
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const kind = url && KIND_BY_PROTOCOL[url.protocol as keyof typeof KIND_BY_PROTOCOL];
  if (!url || !kind || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    return addError(EXPECTED_FORMAT + alternative);
  const [user, password] = [decodePercent(url.username), decodePercent(url.password)];
  if (user === null || password === null) return addError('its user or password is not percent-encoded');
  if (user === '' && password !== '') return addError('has a password and no user');
  if (kind === 'http' && user.includes(':')) return addError('a user for an HTTP proxy has no colon');
  if (kind === 'socks5' && user !== '' && ![user, password].every(isValidSocksText))
    return addError('user and password for a SOCKS5 proxy have 1 to 255 bytes each');
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? DEFAULT_PORTS[kind] : Number.parseInt(url.port, 10),
    credentials: user === '' ? null : { user, password },
  };
}

const isValidSocksText = (text: string): boolean =>
  text !== '' && Buffer.byteLength(text) <= MAX_SOCKS_LENGTH;

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
