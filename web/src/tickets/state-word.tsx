import type { TicketState } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconCircleX, IconClockHour4, type TablerIcon } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './tickets.module.css';

const STATE_STYLES: Readonly<Record<TicketState, { icon: TablerIcon; look: string | undefined }>> = {
  WAITING: { icon: IconClockHour4, look: undefined },
  ANSWERED: { icon: IconCircleCheck, look: css.answered },
  CLOSED: { icon: IconCircleX, look: css.closed },
};

/** The state of a ticket, as icon and text. */
export function TicketStateBadge({ state }: { state: TicketState }) {
  const t = useTranslations('support.state');
  const { icon: Icon, look } = STATE_STYLES[state];
  return (
    <Cluster as="span" inline gap="icon" size="s" tone="soft" weight={500} className={cx(css.state, look)}>
      <Icon size={18} aria-hidden />
      {t(state)}
    </Cluster>
  );
}
