import { createAlerts } from '../alerts/index.ts';
import { defaultInfo } from '../brand/index.ts';
import { createCompanies } from '../company/index.ts';
import {
  createContent,
  createNews,
  loadContent,
  seedExchangeInfo,
  tellAnnouncementsJob,
} from '../content/index.ts';
import { createHistory } from '../history/index.ts';
import { createReferral } from '../referral/index.ts';
import { createStatements } from '../statements/index.ts';
import { createSupport } from '../support/index.ts';
import { createWebErrors } from '../web-errors/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import type { Money } from './money.ts';
import { newsFeed } from './vendors.ts';

/** What follows from money that moved, and what people ask of us. */
export function createServices(base: Infrastructure, foundations: Foundations, money: Money) {
  const { secrets, messaging, identity, rules, volumeOf, volumesOf } = foundations;
  const { verification, market, wallet, withdrawal, trading } = money;
  const referral = createReferral({
    ...base,
    market,
    people: identity.people,
    levels: identity.levels,
    notify: messaging.notify,
    volumeOf,
    volumesOf,
    balancesOf: wallet.balancesOf,
  });
  const statements = createStatements({
    ...base,
    secrets,
    referral,
    async holder(userId) {
      const account = await verification.account(userId, { full: true, images: false });
      const { customerKind, companyName, companyNationalId, firstName, lastName, nationalCode } = account;
      if (customerKind === 'COMPANY' && companyName !== '')
        return { name: companyName, nationalCode: companyNationalId };
      return { name: `${firstName} ${lastName}`.trim(), nationalCode };
    },
  });
  const history = createHistory({ ...base, market, wallet, withdrawal, trading });
  const support = createSupport({
    ...base,
    secrets,
    people: identity.people,
    notify: messaging.notify,
    authenticate: identity.authenticate,
  });
  const alerts = createAlerts({
    ...base,
    secrets,
    market,
    people: identity.people,
    notifyAll: messaging.notifyAll,
  });
  const companies = createCompanies({
    ...base,
    secrets,
    people: identity.people,
    intents: identity.intents,
    notify: messaging.notify,
    rules,
    market,
    wallet,
    trading,
    withdrawal,
    async companyFacts(userId) {
      const account = await verification.account(userId, { full: false, images: false });
      const { companyName, companyPhone, companyAddress, firstName, lastName } = account;
      const name = companyName === '' ? `${firstName} ${lastName}`.trim() : companyName;
      return { name, phone: companyPhone, address: companyAddress };
    },
  });
  return { referral, statements, history, support, alerts, companies, webErrors: createWebErrors(base) };
}

export type Services = ReturnType<typeof createServices>;

/** Texts and news. */
export async function createTexts(base: Infrastructure, { identity, messaging, emailsOf }: Foundations) {
  const { config, clock } = base;
  await seedExchangeInfo(base, defaultInfo);
  await loadContent(base);
  const content = createContent({ ...base, emailsOf });
  const announcements = tellAnnouncementsJob({
    ...base,
    people: identity.people,
    notifyAll: messaging.notifyAll,
  });
  const news = createNews({ ...base, feed: newsFeed(config, clock) });
  return { content, announcements, news };
}
