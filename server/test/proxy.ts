import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './running-server.ts';

export type ProxyName = 'nginx' | 'caddy';

/** Debian's; not everywhere installed, and nginx not on everybody's path. */
const PROGRAMS: Record<ProxyName, string | undefined> = {
  nginx: ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0),
  caddy: ['caddy'].find((program) => spawnSync(program, ['version']).status === 0),
};

export const hasProxy = (name: ProxyName): boolean => PROGRAMS[name] !== undefined;

/** As their documents set them up in front of a server: nginx adds whom it sees to X-Forwarded-For, caddy writes it anew. */
const SETTINGS: Record<
  ProxyName,
  (port: number, to: number, folder: string) => [file: string, args: string[]]
> = {
  nginx: (port, to, folder) => [
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events {} http { access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server { listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${to};
          proxy_http_version 1.1;
          proxy_set_header Host $host;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection "upgrade";
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
        } } }`,
    ['-p', folder, '-c', join(folder, 'settings')],
  ],
  caddy: (port, to, folder) => [
    `{\n admin off\n auto_https off\n storage file_system ${folder}\n}\nhttp://:${port} {\n bind 127.0.0.1\n reverse_proxy 127.0.0.1:${to}\n}\n`,
    ['run', '--adapter', 'caddyfile', '--config', join(folder, 'settings')],
  ],
};

/** A real proxy in front of a port of this machine. */
export async function startProxy(name: ProxyName, to: number) {
  const folder = mkdtempSync(join(tmpdir(), `sarraf-${name}-`));
  const port = await freePort();
  const [settings, args] = SETTINGS[name](port, to, folder);
  writeFileSync(join(folder, 'settings'), settings);
  const child = spawn(PROGRAMS[name] ?? '', args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const exited = once(child, 'exit');
  // A run that is cut off leaves none behind.
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`${name} does not serve`);
    await sleep(50);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
