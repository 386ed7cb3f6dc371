import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A requested host, or a client that was refused. */
export type ProxyLine = { host: string; port: number; reached: boolean } | { refused: true };

export interface RunningProxy {
  port: number;
  /** Requests since the last call. */
  seen(): Promise<ProxyLine[]>;
  stop(): Promise<void>;
}

/** `names`: hosts and their local ports; only the proxy knows them. */
export async function startProxy(options: {
  kind: 'http' | 'socks5';
  names: Readonly<Record<string, number>>;
  user?: string;
  password?: string;
}): Promise<RunningProxy> {
  const program = join(import.meta.dirname, 'outgoing-proxy-process.ts');
  const child: ChildProcess = fork(program, [JSON.stringify(options)], { execArgv: [] });
  const [port] = await once(child, 'message');
  return {
    port,
    async seen() {
      child.send('seen');
      return (await once(child, 'message'))[0];
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
