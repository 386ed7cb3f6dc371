import { expect, it } from 'vitest';
import { createBrandedMailer, createBrandedTexter } from './brand-name.ts';
import type { Mail, TextMessage } from './ports.ts';
import { buildNoticeMail, buildNoticeText } from './templates.ts';

const NAMES = { fa: 'نیکو', en: 'Neeko' };

it('replaces the product’s name by that of the exchange everywhere', async () => {
  const mails: Mail[] = [];
  const texts: TextMessage[] = [];
  const mailer = createBrandedMailer(
    { send: async (mail) => void mails.push(mail), close: () => {} },
    () => NAMES,
  );
  const texter = createBrandedTexter(
    { send: async (text) => void texts.push(text), canReach: () => true, close: () => {} },
    () => NAMES,
  );
  for (const language of ['fa', 'en'] as const) {
    const notice = { kind: 'UNBLOCKED' } as const;
    await mailer.send({ to: 'a@b.test', language, code: null, ...buildNoticeMail(notice, language) });
    await texter.send({ to: '+989120000000', code: null, text: buildNoticeText(notice, language) });
  }
  for (const content of [...mails.map(({ text, html }) => text + html), ...texts.map(({ text }) => text)]) {
    expect(content).not.toMatch(/صرّاف|Sarraf/);
    expect(content).toMatch(/نیکو|Neeko/);
  }
});
