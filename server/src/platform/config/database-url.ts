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

const HOSTS_PARAMETER = 'hosts';
const DEFAULT_PORT = 5432;
const MAX_HOSTS = 16;
const MULTI_HOST_URL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?@]+,[^/?@]*)(.*)$/;
const HOST_AND_PORT = /^(\[[0-9A-Fa-f:.]+\]|[^:\s,[\]]+)(?::(\d{1,5}))?$/;
/** We connect to the primary only, so any other value is a misconfiguration. */
const ALLOWED_SESSION_ATTRS: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);

/**
 * Returns the URL in the internal form; one with a single host or in that form already is unchanged. @throws with a
 * message for the operator.
 */
export function normalizeDatabaseUrl(text: string): string {
  const [, prefix, hostList, suffix] = MULTI_HOST_URL.exec(text) ?? [];
  if (prefix === undefined || hostList === undefined) return text;
  const hosts = hostList.split(',').map(parseHostPort);
  if (hosts.length > MAX_HOSTS) throw new Error(`${hosts.length} servers are too many`);
  const address = new URL(`${prefix}${formatHostPort(hosts[0] as DatabaseHost)}${suffix}`);
  const sessionAttrs = address.searchParams.get('target_session_attrs');
  if (!ALLOWED_SESSION_ATTRS.has(sessionAttrs))
    throw new Error(`target_session_attrs=${sessionAttrs}: read-write is what it can be`);
  address.searchParams.delete('target_session_attrs');
  address.searchParams.set(HOSTS_PARAMETER, hosts.map(formatHostPort).join());
  return address.href;
}

/** Returns the hosts of an internal URL; null: it has only one. */
export function parseDatabaseHosts(url: string): DatabaseHost[] | null {
  const hostList = URL.canParse(url) ? new URL(url).searchParams.get(HOSTS_PARAMETER) : null;
  return hostList === null ? null : hostList.split(',').map(parseHostPort);
}

function parseHostPort(text: string): DatabaseHost {
  const [, host, port] = HOST_AND_PORT.exec(text) ?? [];
  const number = Number.parseInt(port ?? String(DEFAULT_PORT), 10);
  if (host === undefined || number < 1 || number > 65_535) throw new Error(`${text}: no host with its port`);
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

const formatHostPort = ({ host, port }: DatabaseHost): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
