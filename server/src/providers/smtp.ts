import { createTransport } from 'nodemailer';
import type { Mailer } from '../messaging/ports.ts';

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};
const MAX_CONNECTIONS = 5;

/**
 * Sends through a mail server (SMTP_URL: smtps://user:password@host). With smtp:// the connection must change to TLS
 * before anything is said, but for a server on this machine. `from` is MAIL_FROM.
 */
export function createSmtp({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number.parseInt(port, 10),
    secure,
    requireTLS: !secure && !local,
    ignoreTLS: !secure && local,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, language, subject, text, html }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        textEncoding: 'base64',
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
    },
    close: () => transport.close(),
  };
}
