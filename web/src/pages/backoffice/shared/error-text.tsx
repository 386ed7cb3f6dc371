import { IconFingerprint, IconKey, IconLock, IconShieldLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';

interface StaffErrorProps {
  error: unknown;
  busy?: boolean;
  onRetry: () => void;
}

/** Why a section of the back office can't be shown, and what to do about it. */
export function StaffErrorText({ error, busy = false, onRetry }: StaffErrorProps) {
  const t = useTranslations('backoffice.error');
  const failure = useErrorMessages();
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'FORBIDDEN') return <NoAccess />;
  if (code === 'AUTHENTICATOR_REQUIRED') {
    return (
      <EmptyState
        icon={<IconShieldLock size={26} />}
        title={t('authenticatorTitle')}
        text={t('authenticator')}
        action={<LinkButton to="/profile/settings">{t('toSettings')}</LinkButton>}
      />
    );
  }
  if (code === 'PASSKEY_REQUIRED') {
    return (
      <EmptyState
        icon={<IconKey size={26} />}
        title={t('passkeyTitle')}
        text={t('passkey')}
        action={<LinkButton to="/profile/settings">{t('toSettings')}</LinkButton>}
      />
    );
  }
  if (code === 'CONFIRMATION_NEEDED') {
    return (
      <EmptyState
        icon={<IconFingerprint size={26} />}
        title={t('confirmTitle')}
        text={t('confirm')}
        action={
          <Button busy={busy} onClick={onRetry}>
            {t('confirmAction')}
          </Button>
        }
      />
    );
  }
  return <ErrorState text={failure.text(error)} busy={busy} onRetry={onRetry} />;
}

export function NoAccess() {
  const t = useTranslations('backoffice.error');
  return <EmptyState icon={<IconLock size={26} />} title={t('forbiddenTitle')} text={t('forbidden')} />;
}

/** Shown to people without any role, or without access to any section yet. */
export function NoSectionAccess({ stranger = false }: { stranger?: boolean }) {
  const t = useTranslations('backoffice');
  return (
    <EmptyState
      icon={<IconLock size={26} />}
      title={t(stranger ? 'error.strangerTitle' : 'error.emptyTitle')}
      text={t(stranger ? 'error.stranger' : 'error.empty')}
      action={
        <LinkButton to="/profile" variant="ghost">
          {t('toSite')}
        </LinkButton>
      }
    />
  );
}
