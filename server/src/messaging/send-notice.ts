import type { Language, Recipient } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import { enqueue, type Job } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { TextBudget } from './count-text.ts';
import type { Notice } from './notice.ts';
import { type Mailer, type Texter, Undeliverable } from './ports.ts';
import { noticeLetter, noticeText } from './templates.ts';

const NAME = 'send-notice';
/** One after another, so that a mail server that hangs holds one worker and the other jobs go on. */
const QUEUE = 'notices';

export interface Ways {
  mailer: Mailer;
  texter: Texter | undefined;
  budget: TextBudget;
}

interface Waiting {
  way: 'EMAIL' | 'SMS';
  to: string;
  language: Language;
  notice: Notice;
}

/** A job for each way, so that one that failed doesn't repeat the other. */
export async function enqueueNotice(
  tx: Tx,
  { texter }: Ways,
  { email, mobile, language }: Recipient,
  notice: Notice,
): Promise<void> {
  const put = (way: Waiting['way'], to: string) =>
    enqueue(tx, NAME, { way, to, language, notice } satisfies Waiting, { queue: QUEUE });
  if (email !== null) await put('EMAIL', email);
  if (mobile !== null && texter?.canReach(mobile)) await put('SMS', mobile);
}

/** Throws, so that the worker tries again, unless the message is refused for good. */
export const sendNoticeJob = (ways: Ways, log: Log): Job => ({
  name: NAME,
  async run(payload) {
    const waiting = payload as Waiting;
    try {
      await send(ways, waiting);
    } catch (err) {
      if (!(err instanceof Undeliverable)) throw err;
      log.error({ err, kind: waiting.notice.kind, way: waiting.way }, 'notice given up');
    }
  },
});

async function send({ mailer, texter, budget }: Ways, waiting: Waiting): Promise<void> {
  const { way, to, language, notice } = waiting;
  if (way === 'EMAIL') return mailer.send({ to, language, code: null, ...noticeLetter(notice, language) });
  if (!texter) return;
  await budget.counted(() => texter.send({ to, code: null, text: noticeText(notice, language) }))();
}
