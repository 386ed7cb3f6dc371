import { IconCloudOff, IconRefresh, IconTool } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type MoneyRequestOutcome,
  readMoneyRequestOutcome,
  whenSettled,
} from '../../lib/api/announced-move.ts';
import { type Cause, diagnosePageError, guessPageErrorCause } from '../../lib/api/failed-cause.ts';
import { applyUpdate, useNewVersion } from '../../lib/loading/new-version.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import css from './failed.module.css';

const ICONS: Readonly<Record<Cause, typeof IconTool>> = {
  connection: IconCloudOff,
  version: IconRefresh,
  fault: IconTool,
};

/** Replaces a page that can't be shown: the cause, the outcome of the last money request, and how to continue. */
export function PageErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations('failed');
  const cause = useCause(error);
  const move = useMove();
  const way = wayOn(move);
  const Icon = ICONS[cause];
  return (
    <main className="wrap">
      <Stack gap={4} align="center" className={css.page} role="alert">
        <EmptyState whole icon={<Icon size={26} />} title={t(`${cause}.title`)} text={t(`${cause}.text`)} />
        {move && (
          <Callout tone={move.outcome === 'DONE' ? 'info' : 'warn'}>
            {t(`move.${move.kind}.${move.outcome}`)}
          </Callout>
        )}
        <Cluster gap={5} rowGap={3} justify="center" wrap className={css.ways}>
          <Button icon={<IconRefresh size={18} />} onClick={applyUpdate}>
            {t(`${cause}.again`)}
          </Button>
          {/* A full page load instead of client navigation, since the app's state may be broken. */}
          <a href={WAYS[way]}>{t(way)}</a>
        </Cluster>
      </Stack>
    </main>
  );
}

const WAYS = { home: '/', history: '/profile/history', orders: '/profile/trade' } as const;

/** The page that shows the outcome of the last money request; open orders are only on the trade page. */
function wayOn(move: MoneyRequestOutcome | null): keyof typeof WAYS {
  if (move === null) return 'home';
  return move.kind === 'order' && !location.pathname.startsWith(WAYS.orders) ? 'orders' : 'history';
}

function useCause(error: unknown): Cause {
  const [cause, setCause] = useState(() => guessPageErrorCause(error));
  const waits = useNewVersion() === 'ready';
  useEffect(() => {
    let gone = false;
    diagnosePageError(error).then((found) => {
      if (!gone) setCause(found);
    });
    return () => {
      gone = true;
    };
  }, [error]);
  return waits && cause !== 'fault' ? 'version' : cause;
}

function useMove(): MoneyRequestOutcome | null {
  const [move, setMove] = useState(() => readMoneyRequestOutcome());
  useEffect(() => {
    let gone = false;
    whenSettled().then(() => {
      if (!gone) setMove(readMoneyRequestOutcome());
    });
    return () => {
      gone = true;
    };
  }, []);
  return move;
}
