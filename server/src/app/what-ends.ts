/** Things that expire or have to be repeated, for alarms and monitoring. */
import type { Config } from '../platform/config/config.ts';

export interface Host {
  host: string;
  port: number;
}

export const formatHost = ({ host, port }: Host): string => `${host}:${port}`;

type Settings = Pick<Config, 'ALARM_CERTIFICATES' | 'ALARM_ENDS' | 'PUBLIC_URL' | 'WITNESS_SYSLOG'>;

/** Returns the hosts whose certificates are checked: configured ones, the public address, and a witness by TLS. */
export function listCertifiedHosts({ ALARM_CERTIFICATES, PUBLIC_URL, WITNESS_SYSLOG }: Settings): Host[] {
  const publicUrl = new URL(PUBLIC_URL);
  const witness = WITNESS_SYSLOG?.startsWith('tls://') ? new URL(WITNESS_SYSLOG) : null;
  const hostPorts = [
    ...(ALARM_CERTIFICATES?.split(',') ?? []),
    ...(publicUrl.protocol === 'https:' ? [`${publicUrl.hostname}:${publicUrl.port || 443}`] : []),
    ...(witness ? [`${witness.hostname}:${witness.port || 6514}`] : []),
  ];
  return [...new Set(hostPorts)].map((hostPort) => {
    const colonIndex = hostPort.lastIndexOf(':');
    const host = hostPort.slice(0, colonIndex).replace(/^\[|\]$/g, '');
    return { host, port: Number.parseInt(hostPort.slice(colonIndex + 1), 10) };
  });
}

/** Third-party keys and the like, with the time of expiry in milliseconds since 1970. */
export const parseExpiries = ({ ALARM_ENDS }: Settings): { name: string; at: number }[] =>
  (ALARM_ENDS?.split(',') ?? []).map((end) => {
    const [name = '', date = ''] = end.split('=');
    return { name: name.trim(), at: Date.parse(date) };
  });
