import type { AlarmChannel } from '../../alarms/ports.ts';
import type { WebhookSender } from '../../company/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { formatWebhookSignature } from '../../platform/webhook-signature.ts';

export interface AlarmWebhookOptions {
  url: string;
  secret: string;
  /** Refuses private addresses, unless the operator allowed them. */
  sender: WebhookSender;
  clock: Clock;
}

/** Posts each alarm as JSON, signed like stores' webhooks; any 2xx response is a success. */
export const createAlarmWebhookChannel = ({
  url,
  secret,
  sender,
  clock,
}: AlarmWebhookOptions): AlarmChannel => ({
  atOnce: 1,
  async send([alarm]) {
    if (!alarm) return;
    const { id, alarm: alarmId, ...rest } = alarm;
    const body = JSON.stringify({ id, event: 'alarm.raised', data: { id: alarmId, ...rest } });
    const { status, answer } = await sender.post(
      url,
      {
        'content-type': 'application/json',
        'sarraf-event': id,
        'sarraf-signature': formatWebhookSignature(secret, Math.floor(clock.now() / 1000), body),
      },
      body,
    );
    if (status === null) throw new Error(`webhook: ${answer}`);
    if (status < 200 || status > 299) throw new Error(`webhook: status ${status}`);
  },
});
