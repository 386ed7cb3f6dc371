import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { makeCertificate } from './certificate.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort } from './running-server.ts';

export type ProxyName = 'nginx' | 'caddy';

/** Debian's programs; not installed everywhere, and nginx not on everyone's path. */
const PROGRAMS: Record<ProxyName, string | undefined> = {
  nginx: ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0),
  caddy: ['caddy'].find((program) => spawnSync(program, ['version']).status === 0),
};

export const hasProxy = (name: ProxyName): boolean => PROGRAMS[name] !== undefined;

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Replaces parts of a text. @throws if one doesn't occur: then the tested file would differ from the shipped one. */
function replaceParts(file: string, parts: readonly [from: string, to: string][]): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8');
  for (const [from, to] of parts) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

interface ProxyPaths {
  port: number;
  /** Port of the redirection to TLS. */
  plainPort: number;
  to: number;
  folder: string;
}

/** The shipped files, with the test's paths: nginx overwrites X-Forwarded-For, and so does caddy. */
const SETTINGS: Record<ProxyName, (place: ProxyPaths) => [file: string, args: string[]]> = {
  nginx({ port, plainPort, to, folder }) {
    const { key, cert } = makeCertificate();
    writeFileSync(join(folder, 'key'), key);
    writeFileSync(join(folder, 'cert'), cert);
    const site = replaceParts('nginx/sarraf.conf', [
      ['\tserver 127.0.0.1:8081 max_fails=1 fail_timeout=2s;\n', ''],
      ['server 127.0.0.1:8080', `server 127.0.0.1:${to}`],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['\tlisten [::]:80;\n', ''],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['\tlisten [::]:443 ssl http2;\n', ''],
      ['/etc/letsencrypt/live/exchange.example.com/fullchain.pem', join(folder, 'cert')],
      ['/etc/letsencrypt/live/exchange.example.com/privkey.pem', join(folder, 'key')],
    ]);
    return [
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
      events {} http { access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ${site} }`,
      ['-p', folder, '-c', join(folder, 'settings')],
    ];
  },
  caddy: ({ port, plainPort, to, folder }) => [
    replaceParts('caddy/Caddyfile', [
      [
        '{\n\tservers {',
        `{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n\tstorage file_system ${folder}\n\tservers {`,
      ],
      ['{$SARRAF_SITE}', `https://localhost:${port}`],
      ['{$SARRAF_SERVERS:127.0.0.1:8080 127.0.0.1:8081}', `127.0.0.1:${to}`],
    ]),
    ['run', '--adapter', 'caddyfile', '--config', join(folder, 'settings')],
  ],
};

/** Starts a real proxy with TLS in front of a local port, for the name `localhost`. */
export async function startProxy(name: ProxyName, to: number) {
  const folder = mkdtempSync(join(tmpdir(), `sarraf-${name}-`));
  const port = await findFreePort();
  const [settings, args] = SETTINGS[name]({ port, plainPort: await findFreePort(), to, folder });
  writeFileSync(join(folder, 'settings'), settings);
  const child = spawn(PROGRAMS[name] ?? '', args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const exited = once(child, 'exit');
  // An interrupted run leaves none behind.
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`${name} does not serve`);
    await sleep(50);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      removeFolder(folder);
    },
  };
}

/** Its certificate is created during its start. */
function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
  return new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
