import { IconChevronLeft, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { type StoredChoice, useStoredChoice } from '../../lib/browser/use-stored-choice.ts';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { cx } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout/card.tsx';
import { closedOrdersQuery } from './closed-orders.ts';
import { FIRST_STEPS, type FirstStep, findDoneSteps, isAllKnown, isAnyLeft } from './first-steps.ts';
import css from './first-steps-card.module.css';
import { latestMovementsQuery } from './latest-movements.ts';

/** The dashboard is opened to verified people alone, so the first step is always done. */
const PAGES: Readonly<Record<Exclude<FirstStep, 'verify'>, string>> = {
  deposit: '/profile/wallet?deposit=TOMAN',
  trade: '/profile/otc',
  factor: '/profile/settings',
};

/** Whether steps were left at the last visit; on a new device they are taken to be. */
const STORED_LEFT: StoredChoice<boolean> = {
  key: 'sarraf.firstSteps',
  read: (text) => text !== 'done',
  write: (isLeft) => (isLeft ? 'left' : 'done'),
};

/**
 * The first steps of a new user, until they are completed. They are shown unless all are known to be done or were done
 * at the last visit, so that they don't push the page down later.
 */
export function FirstStepsCard() {
  const t = useTranslations('dashboard.next');
  const { account, authorized, supervisor } = useSession();
  const { data: wallets } = useQuery({ ...walletsQuery, enabled: authorized });
  const { data: movements } = useQuery({ ...latestMovementsQuery, enabled: authorized });
  const { data: closedOrders } = useQuery({ ...closedOrdersQuery, enabled: authorized });
  const [wasLeft, setWasLeft] = useStoredChoice(STORED_LEFT);
  const ordered = closedOrders && closedOrders.length > 0;
  const done = findDoneSteps({ account, wallets, movements, ordered });
  const isLeft = isAnyLeft(done);
  const isKnown = isAllKnown(done);
  useEffect(() => {
    if (isKnown) setWasLeft(isLeft && !supervisor);
  }, [isKnown, isLeft, supervisor, setWasLeft]);
  if (supervisor || !(isLeft || (wasLeft && !isKnown))) return null;
  const next = FIRST_STEPS.find((step) => !done[step]);
  return (
    <Card title={t('title')} className={css.card}>
      <ol className={css.steps}>
        {FIRST_STEPS.map((step) => {
          const open = step !== 'verify' && !done[step];
          const Icon = done[step] ? IconCircleCheck : IconCircle;
          const words = (
            <>
              <Icon size={24} aria-hidden className={css.mark} />
              <span className={css.words}>
                <b>{t(`${step}.title`)}</b>
                <small>{t(open ? `${step}.text` : 'done')}</small>
              </span>
            </>
          );
          const state = done[step] === undefined ? css.unknown : step === next && css.next;
          return (
            <li key={step} className={cx(done[step] && css.done, state)}>
              {open ? (
                <Link to={PAGES[step]} className={css.row}>
                  {words}
                  <IconChevronLeft size={18} aria-hidden className={css.chevron} />
                </Link>
              ) : (
                <span className={css.row}>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
