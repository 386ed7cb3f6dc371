import type { AlarmChannel } from '../alarms/ports.ts';
import type { SandboxOutbox } from './sandbox-outbox.ts';

/**
 * Simulators of the operator's own webhook and of Telegram: they store messages in the outbox instead of sending
 * them.
 */
export const createSandboxAlarmCallers = ({
  storeMessage,
}: SandboxOutbox): Record<'WEBHOOK' | 'TELEGRAM', AlarmChannel> => ({
  WEBHOOK: {
    atOnce: 1,
    send: ([alarm]) =>
      storeMessage({
        to: 'webhook',
        channel: 'WEBHOOK',
        subject: '',
        text: JSON.stringify(alarm),
        code: null,
      }),
  },
  TELEGRAM: {
    atOnce: 20,
    send: (_alarms, text) =>
      storeMessage({ to: 'telegram', channel: 'TELEGRAM', subject: '', text, code: null }),
  },
});
