/** What people are written: templates, and the way to them. */
import type { CodeSender } from '../identity/index.ts';
import type { Config } from '../platform/config.ts';
import type { Http } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { createDelivery } from './deliver.ts';
import type { Mailer } from './ports.ts';
import { addSandboxRoutes } from './routes.ts';
import { accountExistsLetter, codeLetter } from './templates.ts';

export type { Mailer } from './ports.ts';

export interface MessagingDeps {
  config: Pick<Config, 'sandbox'>;
  log: Log;
  sender: Mailer;
}

export interface Messaging {
  /** Identity's port. */
  codeSender: CodeSender;
  routes(http: Http): void;
  /** Sends what was handed over, once and without pauses, then closes the way. */
  stop(): Promise<void>;
}

export function createMessaging({ config, log, sender }: MessagingDeps): Messaging {
  const delivery = createDelivery(sender, log);
  return {
    codeSender: {
      sendCode({ to, language, purpose, code, seconds }) {
        delivery.send({ to, language, code, ...codeLetter(purpose, language, code, seconds) });
      },
      sendAccountExists({ to, language }) {
        delivery.send({ to, language, code: null, ...accountExistsLetter(language) });
      },
    },
    routes(http) {
      if (!config.sandbox) return;
      // Who reads right after an answer finds what that answer sent.
      addSandboxRoutes(http, async (to) => {
        await delivery.settled();
        return (await sender.list?.(to)) ?? [];
      });
    },
    async stop() {
      await delivery.stop();
      sender.close();
    },
  };
}
