import type { NoticeWay } from '@sarraf/domain/contracts';
import type { Language, Recipient } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { TextBudget } from './count-text.ts';
import { type InboxDeps, storeNotices } from './keep-notices.ts';
import type { Notice } from './notice.ts';
import { type ChosenChannels, groupOf, isInAppOnly, isLowPriority, isOn } from './notice-groups.ts';
import { readChosen } from './notice-store.ts';
import { type Mailer, type Texter, Undeliverable } from './ports.ts';
import { noticeLetter, noticeText } from './templates.ts';

const NAME = 'send-notice';
/** One after another, so that a mail server that hangs holds one worker and the other jobs go on. */
const QUEUE = 'notices';

export interface DeliveryChannels {
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

/**
 * Notices of one transaction, each by the ways its reader has for its group; a visitor has no settings. A job for each
 * way out, so that one that failed doesn't repeat the other.
 */
export async function sendNotices(
  ways: DeliveryChannels & InboxDeps,
  tx: Tx,
  sent: readonly { to: Recipient; notice: Notice }[],
): Promise<void> {
  const people = [...new Set(sent.map(({ to }) => to.userId))].filter((id) => id !== null);
  const chosen = people.length > 0 ? await readChosen(tx, people) : new Map<string, ChosenChannels>();
  const kept: { userId: string; notice: Notice }[] = [];
  for (const { to, notice } of sent) {
    const { userId, email, mobile, language } = to;
    const goes = (way: NoticeWay) => isOn(chosen.get(userId ?? ''), groupOf(notice), way);
    if (userId !== null && goes('PRODUCT')) kept.push({ userId, notice });
    if (isInAppOnly(notice)) continue;
    // A price or an announcement may be everybody's: nobody's withdrawal is told after all of them.
    const patient = isLowPriority(notice);
    const put = (way: Waiting['way'], at: string) =>
      enqueue(tx, NAME, { way, to: at, language, notice } satisfies Waiting, { queue: QUEUE, patient });
    if (email !== null && goes('EMAIL')) await put('EMAIL', email);
    if (mobile !== null && ways.texter?.canReach(mobile) && goes('SMS')) await put('SMS', mobile);
  }
  await storeNotices(ways, tx, kept);
}

/** Throws, so that the worker tries again, unless the message is refused for good. */
export const sendNoticeJob = (ways: DeliveryChannels, log: Log): Job => ({
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

/**
 * The same at once, for whoever has a queue of its own: rejects where it was not accepted, as where the SMS of this hour are
 * spent.
 */
export async function sendNow(
  ways: DeliveryChannels,
  way: Waiting['way'],
  { email, mobile, language }: Recipient,
  notice: Notice,
): Promise<void> {
  const { texter } = ways;
  if (way === 'EMAIL') {
    if (email === null) throw new Undeliverable('no e-mail address');
    return send(ways, { way, to: email, language, notice });
  }
  if (mobile === null || !texter?.canReach(mobile)) throw new Undeliverable('no mobile that can be reached');
  let sent = false;
  const text = { to: mobile, code: null, text: noticeText(notice, language) };
  await ways.budget.counted(async () => {
    await texter.send(text);
    sent = true;
  }, 'CODE')();
  if (!sent) throw new Error('the SMS of this hour are spent');
}

async function send({ mailer, texter, budget }: DeliveryChannels, waiting: Waiting): Promise<void> {
  const { way, to, language, notice } = waiting;
  if (way === 'EMAIL') return mailer.send({ to, language, code: null, ...noticeLetter(notice, language) });
  if (!texter) return;
  const text = noticeText(notice, language);
  await budget.counted(
    () => texter.send({ to, code: null, text }),
    isLowPriority(notice) ? 'NOTICE' : 'CODE',
  )();
}
