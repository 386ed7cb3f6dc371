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
export function proxyFor({ all, byVendor }: OutgoingProxies, vendor: OutgoingVendor): ProxyServer | null {
  const named = byVendor[vendor];
  return named === undefined ? all : named;
}

const DIRECT = 'direct';
const KINDS = { 'http:': 'http', 'socks5:': 'socks5' } as const;
const PORTS = { http: 80, socks5: 1080 } as const;
/** RFC 1929. */
const MAX_SOCKS_LENGTH = 255;

const FORM =
  'must be http://host:port or socks5://host:port, with user:password@ before the host where the proxy asks for them, percent-encoded';

/** Parses the two settings. Adds an error for each invalid one, without its value, which contains a password. */
export function readOutgoingProxies(
  {
    OUTGOING_PROXY: all,
    OUTGOING_PROXIES: others,
  }: { OUTGOING_PROXY?: string | undefined; OUTGOING_PROXIES?: string | undefined },
  faults: string[],
): OutgoingProxies {
  const byVendor: Partial<Record<OutgoingVendor, ProxyServer | null>> = {};
  for (const [vendor, address] of Object.entries(readNames(others, faults))) {
    if (!isVendor(vendor))
      faults.push(`OUTGOING_PROXIES: ${vendor} is none of ${OUTGOING_VENDORS.join(', ')}`);
    else if (address === DIRECT) byVendor[vendor] = null;
    else byVendor[vendor] = readProxy(`OUTGOING_PROXIES: ${vendor}`, address, faults, ` or "${DIRECT}"`);
  }
  return { all: all === undefined ? null : readProxy('OUTGOING_PROXY:', all, faults), byVendor };
}

const isVendor = (name: string): name is OutgoingVendor =>
  (OUTGOING_VENDORS as readonly string[]).includes(name);

function readNames(text: string | undefined, faults: string[]): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  faults.push('OUTGOING_PROXIES: not a JSON object of vendors and their proxies');
  return {};
}

function readProxy(name: string, given: unknown, faults: string[], or = ''): ProxyServer | null {
  const fault = (what: string): null => {
    faults.push(`${name} ${what}`);
    return null;
  };
  const url = typeof given === 'string' ? URL.parse(given) : null;
  const kind = url && KINDS[url.protocol as keyof typeof KINDS];
  if (!url || !kind || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    return fault(FORM + or);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null) return fault('its user or password is not percent-encoded');
  if (user === '' && password !== '') return fault('has a password and no user');
  if (kind === 'http' && user.includes(':')) return fault('a user for an HTTP proxy has no colon');
  if (kind === 'socks5' && user !== '' && ![user, password].every(fitsSocks))
    return fault('user and password for a SOCKS5 proxy have 1 to 255 bytes each');
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[kind] : Number.parseInt(url.port, 10),
    credentials: user === '' ? null : { user, password },
  };
}

const fitsSocks = (text: string): boolean => text !== '' && Buffer.byteLength(text) <= MAX_SOCKS_LENGTH;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
