import { escapeHtml } from './letter.ts';
import { formatMessage, LETTERS } from './messages.ts';
import type { Mail, Mailer } from './ports.ts';

/** Puts the phrase chosen by its reader at the beginning of each e-mail: an e-mail without it isn't from us. */
export const phrasedMailer = (mailer: Mailer, phraseOf: (to: string) => Promise<string | null>): Mailer => ({
  async send(mail) {
    const phrase = await phraseOf(mail.to);
    return mailer.send(phrase === null ? mail : withPhrase(mail, phrase));
  },
  close: () => mailer.close(),
});

function withPhrase(mail: Mail, phrase: string): Mail {
  const line = formatMessage(mail.language, LETTERS[mail.language].phrase, {
    phrase: `\u2068${phrase}\u2069`,
  });
  const head = `<p class="box" style="margin:0 0 16px;padding:8px 16px;border-radius:12px;background:#eef1f7;color:#101828">${escapeHtml(line)}</p>`;
  return { ...mail, text: `${line}\n\n${mail.text}`, html: mail.html.replace('<h1 ', () => `${head}<h1 `) };
}
