import type { AuthenticationType } from '@sarraf/domain/contracts';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockHour4,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { getElapsedTime } from './ago.ts';
import css from './parts.module.css';

const STATES: Readonly<Record<AuthenticationType, { icon: TablerIcon; look: 'good' | 'waiting' | 'bad' }>> = {
  NOT_COMPLETE: { icon: IconCircleDashed, look: 'waiting' },
  UNIDENTIFIED: { icon: IconCircleDashed, look: 'waiting' },
  PENDING: { icon: IconClockHour4, look: 'waiting' },
  AUTHORIZED: { icon: IconCircleCheck, look: 'good' },
  UNAUTHORIZED: { icon: IconCircleX, look: 'bad' },
  INFORMATION_CHANGED: { icon: IconPencil, look: 'waiting' },
  INFORMATION_CHANGED_PENDING: { icon: IconClockHour4, look: 'waiting' },
};

/** Badge with the state of a person's verification. */
export function VerificationBadge({ type }: { type: AuthenticationType }) {
  const t = useTranslations('backoffice.state');
  const { icon: Icon, look } = STATES[type];
  return (
    <span className={cx(css.state, css[look])}>
      <Icon size={18} aria-hidden />
      {t(type)}
    </span>
  );
}

/** "3 h", with the exact time on demand; marked if it is too long. */
export function WaitingTime({ since }: { since: string }) {
  const formatAge = useElapsedTimeText();
  const { dateTime } = useFormat();
  return (
    <time dateTime={since} title={dateTime(since)} className={cx(getElapsedTime(since).late && css.late)}>
      {formatAge(since)}
    </time>
  );
}

export function useElapsedTimeText(): (iso: string) => string {
  const t = useTranslations('backoffice.ago');
  const { digits } = useFormat();
  return (iso) => {
    const { unit, count } = getElapsedTime(iso);
    return t(unit, { count: digits(count) });
  };
}

interface StaffSkeletonProps {
  width?: number;
  height?: number;
  className?: string | undefined;
}

/** A loading placeholder that is announced as busy: skeletons alone are hidden from screen readers. */
export function StaffSkeleton({ className, ...size }: StaffSkeletonProps) {
  return (
    <div aria-busy>
      <Skeleton {...size} className={cx(css.block, className)} />
    </div>
  );
}

/** The error of an action, shown where it was started. */
export function ActionProblem({ text }: { text: string | null }) {
  return (
    text && (
      <p className={css.problem} role="alert">
        <IconAlertCircle size={18} aria-hidden />
        <span>{text}</span>
      </p>
    )
  );
}
