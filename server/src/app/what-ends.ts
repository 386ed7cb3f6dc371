/** Things that expire or have to be repeated, for alarms and monitoring. */
import type { Config } from '../platform/config/config.ts';

export interface Host {
  host: string;
  port: number;
}

export const hostText = ({ host, port }: Host): string => `${host}:${port}`;

type Settings = Pick<Config, 'ALARM_CERTIFICATES' | 'ALARM_ENDS' | 'PUBLIC_URL' | 'WITNESS_SYSLOG'>;

/** Returns the hosts whose certificates are checked: configured ones, the public address, and a witness by TLS. */
export function certifiedHosts({ ALARM_CERTIFICATES, PUBLIC_URL, WITNESS_SYSLOG }: Settings): Host[] {
  const open = new URL(PUBLIC_URL);
  const witness = WITNESS_SYSLOG?.startsWith('tls://') ? new URL(WITNESS_SYSLOG) : null;
  const places = [
    ...(ALARM_CERTIFICATES?.split(',') ?? []),
    ...(open.protocol === 'https:' ? [`${open.hostname}:${open.port || 443}`] : []),
    ...(witness ? [`${witness.hostname}:${witness.port || 6514}`] : []),
  ];
  return [...new Set(places)].map((place) => {
    const at = place.lastIndexOf(':');
    const host = place.slice(0, at).replace(/^\[|\]$/g, '');
    return { host, port: Number.parseInt(place.slice(at + 1), 10) };
  });
}

/** Third-party keys and the like, with the time of expiry in milliseconds since 1970. */
export const endsOf = ({ ALARM_ENDS }: Settings): { name: string; at: number }[] =>
  (ALARM_ENDS?.split(',') ?? []).map((end) => {
    const [name = '', date = ''] = end.split('=');
    return { name: name.trim(), at: Date.parse(date) };
  });
