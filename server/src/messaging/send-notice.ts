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
/** Serialised, so that a hanging mail server blocks one worker only and other jobs continue. */
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
 * Enqueues notices of one transaction by the channels that each reader enabled for the group; a visitor has no
 * settings. One job per channel, so that a failed one doesn't repeat the other.
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
    // Price alerts and announcements may go to all users: a notice of a withdrawal must not wait for them.
    const patient = isLowPriority(notice);
    const put = (way: Waiting['way'], at: string) =>
      enqueue(tx, NAME, { way, to: at, language, notice } satisfies Waiting, { queue: QUEUE, patient });
    if (email !== null && goes('EMAIL')) await put('EMAIL', email);
    if (mobile !== null && ways.texter?.canReach(mobile) && goes('SMS')) await put('SMS', mobile);
  }
  await storeNotices(ways, tx, kept);
}

/** Throws, so that the worker retries, unless the refusal is permanent. */
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
 * Sends immediately, for callers with a queue of their own: rejects if not accepted, for example if this hour's SMS
 * budget is used up.
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
