import type { freezeByLink } from '@sarraf/domain/contracts';
import { IconLinkOff, IconSnowflake } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import css from './freeze.module.css';

/**
 * The page behind a notice's link for a person who sees unauthorised access to their account. Opening it does
 * nothing, since programs open links too: one press freezes the account, without signing in.
 */
export function Page() {
  const t = useTranslations('settings.freeze.link');
  useTitle(t('title'));
  // The hash is not sent to the server; read once, since it belongs to the person and is removed from the address.
  const [token] = useState(() => window.location.hash.slice(1));
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call<typeof freezeByLink>('POST', '/users/freeze/link', { body: { token } }),
  });
  const isInvalid =
    error instanceof ApiError && ['NOT_FOUND', 'Code Expired', 'BAD_REQUEST'].includes(error.code);
  return (
    <main className={`wrap ${css.page}`}>
      <h1 className="hidden">{t('title')}</h1>
      <Card raised className={css.card}>
        {isSuccess ? (
          <FrozenNotice />
        ) : token === '' || isInvalid ? (
          <InvalidLink expired={error instanceof ApiError && error.code === 'Code Expired'} />
        ) : (
          <FreezeConfirmation busy={isPending} error={error} onFreeze={() => mutate()} />
        )}
      </Card>
    </main>
  );
}

function FreezeConfirmation({
  busy,
  error,
  onFreeze,
}: {
  busy: boolean;
  error: Error | null;
  onFreeze: () => void;
}) {
  const t = useTranslations('settings.freeze.link');
  const { text } = useErrorMessages();
  return (
    <Stack gap={4}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <ul className={css.list}>
        {(['leaves', 'sessions', 'stays'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      {error && (
        <Text tone="warn" role="alert">
          {text(error)}
        </Text>
      )}
      <Button variant="danger" size="l" block busy={busy} onClick={onFreeze}>
        {t('freeze')}
      </Button>
      <Text size="s" tone="faint">
        {t('asksNothing')}
      </Text>
    </Stack>
  );
}

const FrozenNotice = () => {
  const t = useTranslations('settings.freeze.link');
  return (
    <div role="status">
      <EmptyState
        icon={<IconSnowflake size={26} />}
        title={t('doneTitle')}
        text={t('doneText')}
        action={<LinkButton to="/contact-us">{t('support')}</LinkButton>}
      />
    </div>
  );
};

function InvalidLink({ expired }: { expired: boolean }) {
  const t = useTranslations('settings.freeze.link');
  return (
    <EmptyState
      icon={<IconLinkOff size={26} />}
      title={t(expired ? 'expiredTitle' : 'deadTitle')}
      text={t('deadText')}
      action={<LinkButton to="/contact-us">{t('support')}</LinkButton>}
    />
  );
}
