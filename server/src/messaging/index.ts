/** Messages to users: templates, channels and delivery. */
import { PRODUCT_NAME } from '@sarraf/domain';
import {
  type CodePurpose,
  type CodeSender,
  type Language,
  mailPhraseOf,
  type Recipient,
} from '../identity/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { formatAlarms } from './alarm-words.ts';
import { type BrandNames, createBrandedMailer, createBrandedTexter } from './brand-name.ts';
import { createTextBudget } from './count-text.ts';
import { createDelivery } from './deliver.ts';
import type { AlarmsNotice, Notice } from './notice.ts';
import { createPhraseMailer } from './phrased-mailer.ts';
import type { Mailer, Outbox, Texter } from './ports.ts';
import { addRoutes, addSandboxOutboxRoutes } from './routes.ts';
import { createSendNoticeJob, enqueueNotices, sendNoticeNow } from './send-notice.ts';
import { createInboxJobs } from './store-notices.ts';
import { buildAccountExistsMail, buildCodeMail, buildCodeText } from './templates.ts';

export type { Recipient } from '../identity/index.ts';
export type { MoneyNotice, Notice } from './notice.ts';
export type { Mailer, Texter } from './ports.ts';
export { Undeliverable } from './ports.ts';
export { NOTICE_RETENTION_MS } from './store-notices.ts';

export interface MessagingDeps {
  config: Pick<Config, 'sandbox' | 'SMS_PER_HOUR'>;
  db: Db;
  bus: Bus;
  clock: Clock;
  secrets: Secrets;
  log: Log;
  mailer: Mailer;
  /** Unset: no SMS are sent. */
  texter?: Texter | undefined;
  /** Sandbox only. */
  outbox?: Outbox;
  /** Names of the exchange in its e-mails; unset: the product's name. */
  names?: () => BrandNames;
}

export interface Messaging {
  /** Identity's port. */
  codeSender: CodeSender;
  /**
   * Notifies a user once the transaction has committed: in their inbox, by e-mail, and by SMS if a reachable mobile
   * is known, according to their settings. Each channel is retried until it succeeds.
   */
  notify(tx: Tx, to: Recipient, notice: Notice): Promise<void>;
  /** Several in one transaction. */
  notifyAll(tx: Tx, sent: readonly { to: Recipient; notice: Notice }[]): Promise<void>;
  /**
   * Sends by one channel immediately, ignoring the settings, for callers with a queue of their own. Rejects if it
   * was not accepted: with Undeliverable if it never will be.
   */
  sendNow(way: 'EMAIL' | 'SMS', to: Recipient, notice: Notice): Promise<void>;
  /** Whether a number can be reached by SMS. */
  canText(mobile: string): boolean;
  /** One line per alarm, with the name of the exchange. */
  formatAlarms(alarms: AlarmsNotice['alarms'], language: Language): string;
  jobs: Job[];
  routes(http: Http): void;
  /** Sends what is queued, once and without retries, then closes the channels. */
  stop(): Promise<void>;
}

/** The code that verifies a number is sent to the number as typed. */
const textKindOf = (purpose?: CodePurpose) => (purpose === 'MOBILE' ? 'UNPROVEN' : 'CODE');

export function createMessaging(deps: MessagingDeps): Messaging {
  const { config, log, outbox, names = () => PRODUCT_NAME } = deps;
  const readPhrase = (email: string) => mailPhraseOf(deps.db, deps.secrets, email);
  // The phrase is added last, so that the product's name within it is not replaced.
  const mailer = createBrandedMailer(createPhraseMailer(deps.mailer, readPhrase), names);
  const texter = deps.texter && createBrandedTexter(deps.texter, names);
  const budget = createTextBudget({ ...deps, perHour: config.SMS_PER_HOUR });
  const channels = { ...deps, names, mailer, texter, budget };
  // Separate, so that an unreachable mail server doesn't delay SMS.
  const mailDelivery = createDelivery(log);
  const textDelivery = createDelivery(log);
  const notifyAll: Messaging['notifyAll'] = (tx, notices) => enqueueNotices(channels, tx, notices);
  const notify: Messaging['notify'] = (tx, to, notice) => notifyAll(tx, [{ to, notice }]);
  return {
    codeSender: {
      sendCode({ channel, to, language, purpose, code, seconds, withdrawal }) {
        const about = `${purpose} code by ${channel}`;
        if (channel === 'SMS') {
          if (!texter) return log.error({ about }, 'no SMS provider');
          const text = buildCodeText(purpose, language, code, seconds, withdrawal);
          const send = budget.withinBudget(() => texter.send({ to, code, text }), textKindOf(purpose));
          textDelivery.send({ about, to, send });
        } else {
          const letter = buildCodeMail(purpose, language, code, seconds, withdrawal);
          mailDelivery.send({ about, to, send: () => mailer.send({ to, language, code, ...letter }) });
        }
      },
      sendAccountExists({ to, language }) {
        const mail = { to, language, code: null, ...buildAccountExistsMail(language) };
        mailDelivery.send({ about: 'account exists', to, send: () => mailer.send(mail) });
      },
      canText: (mobile, purpose) => texter?.canReach(mobile) === true && !budget.isSpent(textKindOf(purpose)),
      notify,
    },
    notify,
    notifyAll,
    sendNow: (way, to, notice) => sendNoticeNow(channels, way, to, notice),
    canText: (mobile) => texter?.canReach(mobile) === true,
    formatAlarms: (alarms, language) => `${names()[language]}\n${formatAlarms(alarms, language)}`,
    jobs: [createSendNoticeJob(channels, log), ...createInboxJobs(channels)],
    routes(http) {
      addRoutes(http, channels);
      if (!config.sandbox || !outbox) return;
      // A client that reads right after a response finds what that request sent.
      addSandboxOutboxRoutes(http, async (to) => {
        await Promise.all([mailDelivery.waitUntilIdle(), textDelivery.waitUntilIdle()]);
        return outbox.list(to);
      });
    },
    async stop() {
      await Promise.all([mailDelivery.stop(), textDelivery.stop()]);
      mailer.close();
      texter?.close();
    },
  };
}
