import type { AlarmChannel } from '../alarms/ports.ts';
import type { SandboxOutbox } from './sandbox-outbox.ts';

/**
 * Simulators of the operator's own webhook and of Telegram: they store messages in the outbox instead of sending
 * them.
 */
export const createSandboxAlarmCallers = ({
  keep,
}: SandboxOutbox): Record<'WEBHOOK' | 'TELEGRAM', AlarmChannel> => ({
  WEBHOOK: {
    atOnce: 1,
    call: ([alarm]) =>
      keep({ to: 'webhook', channel: 'WEBHOOK', subject: '', text: JSON.stringify(alarm), code: null }),
  },
  TELEGRAM: {
    atOnce: 20,
    call: (_alarms, text) => keep({ to: 'telegram', channel: 'TELEGRAM', subject: '', text, code: null }),
  },
});
