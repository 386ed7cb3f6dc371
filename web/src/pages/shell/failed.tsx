import { IconCloudOff, IconRefresh, IconTool } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { applyUpdate, useNewVersion } from '../../framework/loading/new-version.ts';
import {
  type MoneyRequestOutcome,
  readMoneyRequestOutcome,
  waitForMoneyRequest,
} from '../../lib/api/announced-move.ts';
import { diagnosePageError, guessPageErrorCause, type PageErrorCause } from '../../lib/api/failed-cause.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import css from './failed.module.css';

const ICONS: Readonly<Record<PageErrorCause, typeof IconTool>> = {
  connection: IconCloudOff,
  version: IconRefresh,
  error: IconTool,
};

/** Replaces a page that can't be shown: the cause, the outcome of the last money request, and how to continue. */
export function PageErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations('failed');
  const cause = usePageErrorCause(error);
  const moneyRequest = useMoneyRequestOutcome();
  const linkKey = chooseLink(moneyRequest);
  const Icon = ICONS[cause];
  return (
    <main className="wrap">
      <Stack gap={4} align="center" className={css.page} role="alert">
        <EmptyState whole icon={<Icon size={26} />} title={t(`${cause}.title`)} text={t(`${cause}.text`)} />
        {moneyRequest && (
          <Callout tone={moneyRequest.outcome === 'DONE' ? 'info' : 'warn'}>
            {t(`move.${moneyRequest.kind}.${moneyRequest.outcome}`)}
          </Callout>
        )}
        <Cluster gap={5} rowGap={3} justify="center" wrap className={css.ways}>
          <Button icon={<IconRefresh size={18} />} onClick={applyUpdate}>
            {t(`${cause}.again`)}
          </Button>
          {/* A full page load instead of client navigation, since the app's state may be broken. */}
          <a href={LINKS[linkKey]}>{t(linkKey)}</a>
        </Cluster>
      </Stack>
    </main>
  );
}

const LINKS = { home: '/', history: '/profile/history', orders: '/profile/trade' } as const;

/** The page that shows the outcome of the last money request; open orders are only on the trade page. */
function chooseLink(moneyRequest: MoneyRequestOutcome | null): keyof typeof LINKS {
  if (moneyRequest === null) return 'home';
  return moneyRequest.kind === 'order' && !location.pathname.startsWith(LINKS.orders) ? 'orders' : 'history';
}

function usePageErrorCause(error: unknown): PageErrorCause {
  const [cause, setCause] = useState(() => guessPageErrorCause(error));
  const isUpdateReady = useNewVersion() === 'ready';
  useEffect(() => {
    let isUnmounted = false;
    diagnosePageError(error).then((diagnosis) => {
      if (!isUnmounted) setCause(diagnosis);
    });
    return () => {
      isUnmounted = true;
    };
  }, [error]);
  return isUpdateReady && cause !== 'error' ? 'version' : cause;
}

function useMoneyRequestOutcome(): MoneyRequestOutcome | null {
  const [outcome, setOutcome] = useState(() => readMoneyRequestOutcome());
  useEffect(() => {
    let isUnmounted = false;
    waitForMoneyRequest().then(() => {
      if (!isUnmounted) setOutcome(readMoneyRequestOutcome());
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return outcome;
}
