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

/** Returns what stops a store, in order of precedence: staff, its owner, or a settlement that can't proceed. */
const getStoreState = ({ blockedReason, paused, waits }: StaffCompany): keyof typeof STATES => {
  if (blockedReason !== null) return 'BLOCKED';
  if (paused) return 'PAUSED';
  return waits === null ? 'ACTIVE' : 'WAITS';
};

/** Badge with the status of a store. */
export function StoreState({ store }: { store: StaffCompany }) {
  const t = useTranslations('staffCompanies');
  const state = getStoreState(store);
  const { icon: Icon, look } = STATES[state];
  return (
    <span className={cx(css.state, look)}>
      <Icon size={18} aria-hidden />
      {t(state)}
    </span>
  );
}

/** Returns the text for why a settlement waits; an unknown code gets that of a retry. */
export function useWaitReasonText(): (code: string) => string {
  const t = useTranslations('staffCompanies.waits');
  return (code) => (t.has(code as 'OTHER') ? t(code as 'OTHER') : t('OTHER'));
}
