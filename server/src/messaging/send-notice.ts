import type { NoticeWay } from '@sarraf/domain/contracts';
import type { Language, Recipient } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { TextBudget } from './count-text.ts';
import type { Notice } from './notice.ts';
import { type ChosenChannels, groupOf, isChannelOn, isInAppOnly, isLowPriority } from './notice-groups.ts';
import { readChosenChannels } from './notice-store.ts';
import { type Mailer, type Texter, Undeliverable } from './ports.ts';
import { type InboxDeps, storeNotices } from './store-notices.ts';
import { buildNoticeMail, buildNoticeText } from './templates.ts';

const SEND_NOTICE_JOB = 'send-notice';
/** Serialised, so that a hanging mail server blocks one worker only and other jobs continue. */
const QUEUE = 'notices';

export interface DeliveryChannels {
  mailer: Mailer;
  texter: Texter | undefined;
  budget: TextBudget;
}

interface QueuedNotice {
  way: 'EMAIL' | 'SMS';
  to: string;
  language: Language;
  notice: Notice;
}

/**
 * Enqueues notices of one transaction by the channels that each reader enabled for the group; a visitor has no
 * settings. One job per channel, so that a failed one doesn't repeat the other.
 */
export async function enqueueNotices(
  channels: DeliveryChannels & InboxDeps,
  tx: Tx,
  notices: readonly { to: Recipient; notice: Notice }[],
): Promise<void> {
  const userIds = [...new Set(notices.map(({ to }) => to.userId))].filter((id) => id !== null);
  const chosen =
    userIds.length > 0 ? await readChosenChannels(tx, userIds) : new Map<string, ChosenChannels>();
  const inboxNotices: { userId: string; notice: Notice }[] = [];
  for (const { to, notice } of notices) {
    const { userId, email, mobile, language } = to;
    const isChosen = (way: NoticeWay) => isChannelOn(chosen.get(userId ?? ''), groupOf(notice), way);
    if (userId !== null && isChosen('PRODUCT')) inboxNotices.push({ userId, notice });
    if (isInAppOnly(notice)) continue;
    // Price alerts and announcements may go to all users: a notice of a withdrawal must not wait for them.
    const patient = isLowPriority(notice);
    const enqueueNotice = (way: QueuedNotice['way'], address: string) =>
      enqueue(tx, SEND_NOTICE_JOB, { way, to: address, language, notice } satisfies QueuedNotice, {
        queue: QUEUE,
        patient,
      });
    if (email !== null && isChosen('EMAIL')) await enqueueNotice('EMAIL', email);
    if (mobile !== null && channels.texter?.canReach(mobile) && isChosen('SMS'))
      await enqueueNotice('SMS', mobile);
  }
  await storeNotices(channels, tx, inboxNotices);
}

/** Throws, so that the worker retries, unless the refusal is permanent. */
export const createSendNoticeJob = (channels: DeliveryChannels, log: Log): Job => ({
  name: SEND_NOTICE_JOB,
  async run(payload) {
    const queuedNotice = payload as QueuedNotice;
    try {
      await sendQueued(channels, queuedNotice);
    } catch (err) {
      if (!(err instanceof Undeliverable)) throw err;
      log.error({ err, kind: queuedNotice.notice.kind, way: queuedNotice.way }, 'notice given up');
    }
  },
});

/**
 * Sends immediately, for callers with a queue of their own: rejects if not accepted, for example if this hour's SMS
 * budget is used up.
 */
export async function sendNoticeNow(
  channels: DeliveryChannels,
  way: QueuedNotice['way'],
  { email, mobile, language }: Recipient,
  notice: Notice,
): Promise<void> {
  const { texter } = channels;
  if (way === 'EMAIL') {
    if (email === null) throw new Undeliverable('no e-mail address');
    return sendQueued(channels, { way, to: email, language, notice });
  }
  if (mobile === null || !texter?.canReach(mobile)) throw new Undeliverable('no mobile that can be reached');
  let isSent = false;
  const text = { to: mobile, code: null, text: buildNoticeText(notice, language) };
  await channels.budget.withinBudget(async () => {
    await texter.send(text);
    isSent = true;
  }, 'CODE')();
  if (!isSent) throw new Error('the SMS of this hour are spent');
}

async function sendQueued(
  { mailer, texter, budget }: DeliveryChannels,
  queuedNotice: QueuedNotice,
): Promise<void> {
  const { way, to, language, notice } = queuedNotice;
  if (way === 'EMAIL') return mailer.send({ to, language, code: null, ...buildNoticeMail(notice, language) });
  if (!texter) return;
  const text = buildNoticeText(notice, language);
  await budget.withinBudget(
    () => texter.send({ to, code: null, text }),
    isLowPriority(notice) ? 'NOTICE' : 'CODE',
  )();
}
