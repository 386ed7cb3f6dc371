import { insertProductName } from '@sarraf/domain';
import type { Mailer, Texter } from './ports.ts';

export interface BrandNames {
  fa: string;
  en: string;
}

/** Replaces the product's name in templates by that of the exchange that runs it. */
export const createBrandedMailer = (mailer: Mailer, names: () => BrandNames): Mailer => ({
  send({ subject, text, html, ...mail }) {
    const replaceName = (text: string) => insertProductName(text, mail.language, names()[mail.language]);
    return mailer.send({
      ...mail,
      subject: replaceName(subject),
      text: replaceName(text),
      html: replaceName(html),
    });
  },
  close: () => mailer.close(),
});

export const createBrandedTexter = (texter: Texter, names: () => BrandNames): Texter => ({
  // An SMS has no language field, and no text contains the name in both.
  send: ({ text, ...message }) =>
    texter.send({
      ...message,
      text: insertProductName(insertProductName(text, 'fa', names().fa), 'en', names().en),
    }),
  canReach: (mobile) => texter.canReach(mobile),
  close: () => texter.close(),
});
