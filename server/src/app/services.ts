import { createAlerts } from '../alerts/index.ts';
import { BINANCE_CALLS, createBinanceForm } from '../binance/index.ts';
import { readDefaultInfo, renderLogo, sandboxIssuerOf } from '../brand/index.ts';
import { createCompanies } from '../company/index.ts';
import {
  createAnnouncementsJob,
  createContent,
  createNews,
  loadContent,
  readIssuer,
  readOperator,
  seedExchangeInfo,
  warnWithoutIssuer,
} from '../content/index.ts';
import { createDevelopers } from '../developers/index.ts';
import { createHistory } from '../history/index.ts';
import { createIssuedDocuments } from '../issued-documents/index.ts';
import { createReferral } from '../referral/index.ts';
import { createStatements } from '../statements/index.ts';
import { createSupport } from '../support/index.ts';
import { createWebErrors } from '../web-errors/index.ts';
import { createArticleFigures } from './article-figures.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import type { Money } from './money.ts';
import { listRowTables } from './row-tables.ts';
import { createNewsFeed } from './vendors.ts';

/** Not SVG, which can contain scripts. */
const STORE_PICTURE_FORMATS = ['png', 'webp'] as const;

/** Creates the capabilities that depend on moved money, and those for people's requests. */
export function createServices(base: Infrastructure, foundations: Foundations, money: Money) {
  const { secrets, messaging, identity, rules, refusePaused, volumeOf, volumesOf } = foundations;
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
  const holder = (userId: string) => readHolder(verification, userId);
  const issuedDocuments = createIssuedDocuments({
    ...base,
    secrets,
    nameOf: async (userId) => (await holder(userId)).name,
    subjects: {
      TRADE: async (userId, id) => (await trading.ordersById(userId, [id]))[0] ?? null,
      DEPOSIT: (userId, id) => wallet.findDeposit(userId, id),
      WITHDRAWAL: async (userId, id) => (await withdrawal.rowsById(userId, [id])).get(id) ?? null,
    },
  });
  const statements = createStatements({
    ...base,
    secrets,
    referral,
    readHolder: holder,
    readIssuer: (lang) => readIssuer(base.db, lang),
    issuedDocuments,
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
    refusePaused,
    notify: messaging.notify,
    rules,
    market,
    wallet,
    trading,
    withdrawal,
    drawLogo: (bytes) => renderLogo(bytes, STORE_PICTURE_FORMATS),
    readCompanyNames: async (ids) => verification.readCompanyNames(await identity.people.findAll(ids)),
    readCompanyFacts: (userId) => readCompanyFacts(verification, userId),
  });
  const binance = createBinanceForm({ ...base, ordersById: trading.ordersById });
  const developers = createDevelopers({ ...base, binance: BINANCE_CALLS });
  const webErrors = createWebErrors(base);
  return {
    referral,
    issuedDocuments,
    statements,
    history,
    support,
    alerts,
    companies,
    binance,
    developers,
    webErrors,
  };
}

export type Services = ReturnType<typeof createServices>;

/** Returns whom a statement or a receipt names: the company of a company's account, else the person. */
async function readHolder(verification: Money['verification'], userId: string) {
  const account = await verification.readAccount(userId, { full: true, images: false });
  const { customerKind, companyName, companyNationalId, firstName, lastName, nationalCode } = account;
  if (customerKind === 'COMPANY' && companyName !== '')
    return { name: companyName, nationalCode: companyNationalId };
  return { name: `${firstName} ${lastName}`.trim(), nationalCode };
}

/** Returns what payers see of a store's owner. */
async function readCompanyFacts(verification: Money['verification'], userId: string) {
  const account = await verification.readAccount(userId, { full: false, images: false });
  const { companyName, companyPhone, companyAddress, firstName, lastName } = account;
  const name = companyName === '' ? `${firstName} ${lastName}`.trim() : companyName;
  return { name, phone: companyPhone, address: companyAddress };
}

/** Creates texts and news. */
export async function createTexts(
  base: Infrastructure,
  { identity, messaging, emailsOf, names, rules }: Foundations,
  { market }: Money,
  { referral }: Services,
) {
  const { config, clock } = base;
  await seedExchangeInfo(base, (language) => ({
    ...(config.sandbox && sandboxIssuerOf(language)),
    ...readDefaultInfo(language),
  }));
  await warnWithoutIssuer(base);
  await loadContent(base);
  const publicUrl = config.PUBLIC_URL.replace(/\/$/, '');
  const figures = createArticleFigures({
    ...base,
    market,
    rules,
    tables: listRowTables(market, referral),
    operator: async (language) => {
      const operator = await readOperator(base.db, language);
      return { ...operator, name: operator.name || names()[language] };
    },
  });
  const content = createContent({ ...base, readEmails: emailsOf, publicUrl, names, readFigures: figures });
  const announcements = createAnnouncementsJob({
    ...base,
    people: identity.people,
    notifyAll: messaging.notifyAll,
    readFigures: figures,
  });
  const news = createNews({ ...base, feed: createNewsFeed(config, clock) });
  return { content, announcements, news };
}
