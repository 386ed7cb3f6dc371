import type { TicketMessage } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import { Cluster, Stack } from '../ui/layout/layout.tsx';
import css from './tickets.module.css';

interface MessagesProps {
  messages: readonly TicketMessage[];
  /** Whose messages are at the end of the line: those of the viewer's side. */
  own: TicketMessage['author'];
  /** Display name of the author for the viewer. */
  nameOf: (message: TicketMessage) => string;
}

/** A conversation, the oldest message first; texts are shown as typed. */
export function TicketMessages({ messages, own, nameOf }: MessagesProps) {
  const t = useTranslations('support');
  const { dateTime } = useFormat();
  return (
    <Stack as="ol" gap={3} aria-label={t('messages')}>
      {messages.map((message) => (
        <li key={message.id} className={cx(css.message, message.author === own && css.own)}>
          <Cluster
            as="p"
            gap={4}
            rowGap="line"
            align="baseline"
            justify="between"
            wrap
            size="xs"
            tone="soft"
            className={css.by}
          >
            <strong>{nameOf(message)}</strong>
            <time dateTime={message.createdAtDateTime}>{dateTime(message.createdAtDateTime)}</time>
          </Cluster>
          <p className={css.text} dir="auto">
            {message.text}
          </p>
        </li>
      ))}
    </Stack>
  );
}
