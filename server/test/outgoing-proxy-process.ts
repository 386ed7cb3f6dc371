/**
 * A proxy as a separate process: CONNECT of HTTP, or SOCKS5. It alone knows the names in its first argument (JSON:
 * `{names: {host: port of this machine}, kind, user, password}`), sends its port when it listens, and the requests
 * since the last message when it gets one.
 */
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Options {
  kind: 'http' | 'socks5';
  /** The local port for each host name or address. */
  names: Record<string, number>;
  /** Unset: it requires none. */
  user?: string;
  password?: string;
}

const { kind, names, user, password }: Options = JSON.parse(process.argv[2] ?? '{}');
let lines: object[] = [];
const reportLine = (line: object) => lines.push(line);

function connectTo(client: Socket, host: string, port: number, answer: (reached: boolean) => void): void {
  const local = names[host];
  reportLine({ host, port, reached: local !== undefined });
  if (local === undefined) return answer(false);
  const target = connect(local, '127.0.0.1', () => {
    answer(true);
    client.pipe(target).pipe(client);
  });
  target.on('error', () => client.destroy());
  client.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
}

function startHttpProxy() {
  const expected = user === undefined ? undefined : `Basic ${btoa(`${user}:${password}`)}`;
  return createHttp((_request, response) => response.writeHead(405).end()).on(
    'connect',
    ({ url = '', headers }, client: Socket) => {
      if (headers['proxy-authorization'] !== expected) {
        reportLine({ refused: true });
        client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const { hostname, port } = new URL(`http://${url}`);
      connectTo(client, hostname.replace(/^\[|\]$/g, ''), Number.parseInt(port || '80', 10), (reached) =>
        reached
          ? client.write('HTTP/1.1 200 Connection established\r\n\r\n')
          : client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
      );
    },
  );
}

/**
 * Parses bytes as they arrive; a client that sends less waits for ever, and one that sends another version is
 * disconnected.
 */
async function handleSocks(client: Socket): Promise<void> {
  const readBytes = async (size: number): Promise<Buffer> => {
    for (;;) {
      const bytes: Buffer | null = client.read(size);
      if (bytes !== null) return bytes;
      await new Promise((resolve, reject) => client.once('readable', resolve).once('error', reject));
    }
  };
  const [version, count = 0] = await readBytes(2);
  const methods = [...(await readBytes(count))];
  const method = user === undefined ? 0 : 2;
  if (version !== 5 || !methods.includes(method)) {
    client.end(Buffer.from([5, 255]));
    return;
  }
  client.write(Buffer.from([5, method]));
  if (method === 2) {
    const readText = async () => (await readBytes((await readBytes(1))[0] ?? 0)).toString();
    const [negotiation] = await readBytes(1);
    const [username, secret] = [await readText(), await readText()];
    const right = negotiation === 1 && username === user && secret === password;
    client.write(Buffer.from([1, right ? 0 : 1]));
    if (!right) {
      reportLine({ refused: true });
      client.end();
      return;
    }
  }
  const [, command, , form] = await readBytes(4);
  const host =
    form === 1
      ? [...(await readBytes(4))].join('.')
      : form === 3
        ? (await readBytes((await readBytes(1))[0] ?? 0)).toString()
        : ((await readBytes(16)).toString('hex').match(/.{4}/g)?.join(':') ?? '');
  const port = (await readBytes(2)).readUInt16BE();
  // Its own address as a name, so that replies of an unusual length are tested too.
  const sendReply = (code: number) => Buffer.from([5, code, 0, 3, 1, 97, 0, 1]);
  if (command !== 1) client.end(sendReply(7));
  else
    connectTo(client, host, port, (reached) =>
      reached ? client.write(sendReply(0)) : client.end(sendReply(4)),
    );
}

const server =
  kind === 'http'
    ? startHttpProxy()
    : createServer((client) => handleSocks(client).catch(() => client.destroy()));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.(lines);
  lines = [];
});
process.on('disconnect', () => process.exit());
