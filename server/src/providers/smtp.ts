import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Mailer, Undeliverable } from '../messaging/ports.ts';
import type { VendorConnection } from '../platform/outgoing/connections.ts';

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};
const MAX_CONNECTIONS = 5;
/** A single mailbox, without characters of headers or address lists. */
const ADDRESS = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;
/** Codes of a permanently undeliverable mailbox: unknown, not local, invalid name. */
const NO_MAILBOX = [550, 551, 553];

/**
 * Sends by a mail server (SMTP_URL: smtps://user:password@host). With smtp:// the connection must switch to TLS
 * before anything is sent, except for a server on this machine. `from` is MAIL_FROM.
 */
export function createSmtp({ url, from, way }: { url: string; from: string; way: VendorConnection }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const usesTls = protocol === 'smtps:';
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const target = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (usesTls ? 465 : 587) : Number.parseInt(port, 10),
  };
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    ...target,
    secure: usesTls,
    requireTLS: !usesTls && !isLocal,
    ignoreTLS: !usesTls && isLocal,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // None: it connects directly.
    getSocket: (
      _options: unknown,
      callback: (error: Error | null, found?: { connection: Socket } | false) => void,
    ) =>
      way.tunnel(target).then(
        (connection) => callback(null, connection ? { connection } : false),
        (error: Error) => callback(error),
      ),
  });
  return {
    async send({ to, language, subject, text, html }) {
      if (!ADDRESS.test(to)) throw new Undeliverable('smtp: not one address');
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        textEncoding: 'base64',
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      } as const;
      await transport.sendMail(mail).catch((error: unknown) => {
        throw redactAddress(error, to);
      });
    },
    close: () => transport.close(),
  };
}

/** Removes the address from nodemailer's errors, which contain it several times and are logged. */
function redactAddress(error: unknown, recipient: string): Error {
  if (!(error instanceof Error)) return new Error('smtp: failed');
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  const message = `smtp: ${code ?? ''} ${error.message.replaceAll(recipient, '<address>')}`;
  const isPermanent = command === 'RCPT TO' && NO_MAILBOX.includes(responseCode as number);
  return isPermanent ? new Undeliverable(message) : new Error(message);
}
