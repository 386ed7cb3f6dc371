import type { sandboxAuthorize } from '@sarraf/domain/contracts';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery, verifiedCardsQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import css from './verification-card.module.css';

/** The sandbox's short cut: immediate verification, with a card for deposits. */
export function SandboxVerification({ closed }: { closed: boolean }) {
  const t = useTranslations('account');
  const { text } = useErrorMessages();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call<typeof sandboxAuthorize>('POST', '/sandbox/authorize');
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: verifiedCardsQuery.queryKey });
    },
    onSuccess: () => toast(t('sandboxDone'), 'done'),
  });
  return (
    <div className={css.sandbox}>
      <p>{t(closed ? 'sandboxReview' : 'sandboxText')}</p>
      <div className={css.links}>
        <Button busy={isPending} icon={<IconFlask size={18} aria-hidden />} onClick={() => mutate()}>
          {t('sandboxVerify')}
        </Button>
        <LinkButton to="/sandbox" variant="ghost">
          {t('toSandbox')}
        </LinkButton>
      </div>
      <p role="alert" className={css.problem}>
        {error ? text(error) : ''}
      </p>
    </div>
  );
}
