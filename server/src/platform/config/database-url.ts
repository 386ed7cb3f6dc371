/**
 * Database URLs with several servers, of which one is the primary: `postgres://u:p@one:5432,two:5432/db`, as libpq
 * writes them. A standard URL can't have several hosts, so internally the others are in the query, where code that
 * parses and edits URLs leaves them: `postgres://u:p@one:5432/db?hosts=one:5432,two:5432`.
 */

/** One of several servers. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const HOSTS = 'hosts';
const PORT = 5432;
const MOST = 16;
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?@]+,[^/?@]*)(.*)$/;
const ONE = /^(\[[0-9A-Fa-f:.]+\]|[^:\s,[\]]+)(?::(\d{1,5}))?$/;
/** We connect to the primary only, so any other value is a misconfiguration. */
const SESSIONS: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);

/**
 * Returns the URL in the internal form; one with a single host or in that form already is unchanged. @throws with a
 * message for the operator.
 */
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

/** Returns the hosts of an internal URL; null: it has only one. */
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
