/**
 * Addresses of a database with several servers, of which one takes writes: `postgres://u:p@one:5432,two:5432/db`, as libpq has
 * them. No URL has several hosts, so inside the rest of them stands in the query, where everything that reads and
 * changes addresses leaves it: `postgres://u:p@one:5432/db?hosts=one:5432,two:5432`.
 */

/** One server of several. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const HOSTS = 'hosts';
const PORT = 5432;
const MOST = 16;
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?@]+,[^/?@]*)(.*)$/;
const ONE = /^(\[[0-9A-Fa-f:.]+\]|[^:\s,[\]]+)(?::(\d{1,5}))?$/;
/** Each is asked whether it takes writes, so whoever wants another kind has set up something else. */
const SESSIONS: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);

/** The address as it is used inside. One that has a single host, or is of that form, stays. @throws in words for whoever set it. */
export function databaseUrl(text: string): string {
  const [, head, list, rest] = SEVERAL.exec(text) ?? [];
  if (head === undefined || list === undefined) return text;
  const hosts = list.split(',').map(readHost);
  if (hosts.length > MOST) throw new Error(`${hosts.length} servers are too many`);
  const address = new URL(`${head}${written(hosts[0] as DatabaseHost)}${rest}`);
  const wanted = address.searchParams.get('target_session_attrs');
  if (!SESSIONS.has(wanted)) throw new Error(`target_session_attrs=${wanted}: read-write is what it can be`);
  address.searchParams.delete('target_session_attrs');
  address.searchParams.set(HOSTS, hosts.map(written).join());
  return address.href;
}

/** Of an address as it is used inside; null: there is one alone. */
export function hostsOf(url: string): DatabaseHost[] | null {
  const list = URL.canParse(url) ? new URL(url).searchParams.get(HOSTS) : null;
  return list === null ? null : list.split(',').map(readHost);
}

function readHost(text: string): DatabaseHost {
  const [, host, port] = ONE.exec(text) ?? [];
  const number = Number.parseInt(port ?? String(PORT), 10);
  if (host === undefined || number < 1 || number > 65_535) throw new Error(`${text}: no host with its port`);
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

const written = ({ host, port }: DatabaseHost): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
