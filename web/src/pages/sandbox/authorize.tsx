import type { sandboxAuthorize } from '@sarraf/domain/contracts';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery, verifiedCardsQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

/** Verifies a new user immediately, so that they can try everything. */
export function AuthorizeCard() {
  const t = useTranslations('sandbox.authorize');
  const failure = useErrorMessages();
  const { signedIn, account, loading, authorized } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof sandboxAuthorize>('POST', '/sandbox/authorize'),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: verifiedCardsQuery.queryKey });
      toast(t('done'), 'done');
    },
    onError: failure.show,
  });
  const email = account?.email;
  return (
    <Card title={t('title')} aria-label={t('title')}>
      <Stack gap={3}>
        <Text size="sm" tone="soft">
          {t('text')}
        </Text>
        {signedIn ? (
          <>
            <Button
              icon={<IconShieldCheck size={20} aria-hidden />}
              busy={isPending || loading}
              disabledReason={authorized ? t('already') : null}
              onClick={() => mutate()}
            >
              {t('action')}
            </Button>
            {email && (
              <Text size="s" tone="faint">
                {t('as', { email })}
              </Text>
            )}
          </>
        ) : (
          <>
            <Text size="s" tone="faint">
              {t('visitor')}
            </Text>
            <LinkButton to="/login" variant="ghost">
              {t('login')}
            </LinkButton>
          </>
        )}
      </Stack>
    </Card>
  );
}
