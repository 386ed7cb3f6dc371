import type { StaffCompany } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconClockHour4, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cx } from '../../../ui/class-names.ts';
import css from '../shared/parts.module.css';

const STATES = {
  ACTIVE: { icon: IconCircleCheck, look: css.good },
  WAITS: { icon: IconClockHour4, look: css.waiting },
  PAUSED: { icon: IconPlayerPause, look: css.waiting },
  BLOCKED: { icon: IconLock, look: css.bad },
};

/** What stops a store first: the staff, its owner, or a settlement that can't go on. */
const stateOf = ({ blockedReason, paused, waits }: StaffCompany): keyof typeof STATES => {
  if (blockedReason !== null) return 'BLOCKED';
  if (paused) return 'PAUSED';
  return waits === null ? 'ACTIVE' : 'WAITS';
};

/** Where a store stands, by icon and word. */
export function StoreState({ store }: { store: StaffCompany }) {
  const t = useTranslations('staffCompanies');
  const state = stateOf(store);
  const { icon: Icon, look } = STATES[state];
  return (
    <span className={cx(css.state, look)}>
      <Icon size={18} aria-hidden />
      {t(state)}
    </span>
  );
}

/** Why a settlement waits; what the dictionary doesn't know is tried again like the rest. */
export function useWaitWord(): (code: string) => string {
  const t = useTranslations('staffCompanies.waits');
  return (code) => (t.has(code as 'OTHER') ? t(code as 'OTHER') : t('OTHER'));
}
