import { IconBellPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../framework/i18n/messages.ts';
import { lazyPart, useLazyPart } from '../framework/loading/lazy-part.ts';
import { LOGIN_PATH } from '../framework/navigation/guard.ts';
import { navigate } from '../framework/navigation/history.ts';
import { useLocation, useSearchParams } from '../framework/navigation/router.tsx';
import { useFormat } from '../lib/format/use-format.ts';
import { showDialog } from '../lib/notices.ts';
import { useSession } from '../lib/session/session.ts';
import type { Market } from '../trade-box/form.ts';
import { IconButton } from '../ui/buttons/icon-button.tsx';

const dialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./alert-dialog.tsx'), loadTexts('auth')]);
  return part;
});
/** Query parameter: after a login the dialog is open. */
const OPEN_PARAM = 'alert';

/** The bell of a market: opens the dialog for a price alert. */
export function AlertButton({ market, className }: { market: Market; className?: string | undefined }) {
  const t = useTranslations('alerts');
  const action = useTranslations('action');
  const { coin } = useFormat();
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  const part = useLazyPart(dialog);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [search, setSearch] = useSearchParams();
  const isRequested = signedIn && search.has(OPEN_PARAM);
  useEffect(() => {
    if (!isRequested) return;
    setOpen(true);
    void dialog.preload().catch(() => undefined);
    setSearch(
      (old) => {
        old.delete(OPEN_PARAM);
        return old;
      },
      { replace: true },
    );
  }, [isRequested, setSearch]);

  const openDialog = () => {
    if (signedIn) {
      setOpen(true);
      void dialog.preload().catch(() => undefined);
      return;
    }
    showDialog({
      title: t('login.title'),
      text: t('login.text'),
      confirm: t('login.confirm'),
      cancel: action('cancel'),
      onConfirm: () => navigate(LOGIN_PATH, { state: { from: `${pathname}?${OPEN_PARAM}` } }),
    });
  };
  return (
    <>
      <IconButton
        label={t('bell', { coin: coin(market.coin) })}
        className={className}
        aria-haspopup="dialog"
        onClick={openDialog}
      >
        <IconBellPlus size={20} aria-hidden />
      </IconButton>
      {part && signedIn && <part.AlertDialog open={open} onClose={close} market={market} />}
    </>
  );
}
