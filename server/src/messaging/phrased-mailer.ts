import { escapeHtml } from './letter.ts';
import { formatMessage, MAIL_TEXTS } from './messages.ts';
import type { Mail, Mailer } from './ports.ts';

/** Puts the phrase chosen by its reader at the beginning of each e-mail: an e-mail without it isn't from us. */
export const createPhraseMailer = (
  mailer: Mailer,
  readPhrase: (to: string) => Promise<string | null>,
): Mailer => ({
  async send(mail) {
    const phrase = await readPhrase(mail.to);
    return mailer.send(phrase === null ? mail : prependPhrase(mail, phrase));
  },
  close: () => mailer.close(),
});

function prependPhrase(mail: Mail, phrase: string): Mail {
  const phraseLine = formatMessage(mail.language, MAIL_TEXTS[mail.language].phrase, {
    phrase: `\u2068${phrase}\u2069`,
  });
  const head = `<p class="box" style="margin:0 0 16px;padding:8px 16px;border-radius:12px;background:#eef1f7;color:#101828">${escapeHtml(phraseLine)}</p>`;
  return {
    ...mail,
    text: `${phraseLine}\n\n${mail.text}`,
    html: mail.html.replace('<h1 ', () => `${head}<h1 `),
  };
}
