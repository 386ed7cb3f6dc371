import type { TicketMessage } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/use-format.ts';
import { cx } from '../ui/class-names.ts';
import css from './tickets.module.css';

interface MessagesProps {
  messages: readonly TicketMessage[];
  /** Whose words stand at the end of the line: those of whoever looks. */
  own: TicketMessage['author'];
  /** Who wrote it, as the one who looks knows them. */
  nameOf: (message: TicketMessage) => string;
}

/** A conversation, the oldest message first; each as it was typed. */
export function Messages({ messages, own, nameOf }: MessagesProps) {
  const t = useTranslations('support');
  const { dateTime } = useFormat();
  return (
    <ol className={css.messages} aria-label={t('messages')}>
      {messages.map((message) => (
        <li key={message.id} className={cx(css.message, message.author === own && css.own)}>
          <p className={css.by}>
            <strong>{nameOf(message)}</strong>
            <time dateTime={message.createdAtDateTime}>{dateTime(message.createdAtDateTime)}</time>
          </p>
          <p className={css.text} dir="auto">
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
