import type { ReplyOf, thawOwnAccount } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../../access/code-parts.tsx';
import { SandboxHint } from '../../../access/sandbox-hint.tsx';
import { type SentCode, toSentCode } from '../../../access/two-step.ts';
import { useCodeFocus, useCodeForm } from '../../../access/use-code.ts';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

type UnfreezeStep = ReplyOf<typeof thawOwnAccount>['baseDTO'];

const unfreeze = async (code?: string): Promise<UnfreezeStep> =>
  (
    await call<typeof thawOwnAccount>('POST', '/users/thaw', {
      body: { ...(code !== undefined && { code }) },
    })
  ).baseDTO;

interface ThawDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

/**
 * Unfreezes an account frozen by its owner: after the step-up confirmation also by a code sent by e-mail, unless
 * that was the second factor.
 */
export function UnfreezeDialog({ open, email, onClose }: ThawDialogProps) {
  const t = useTranslations('settings.freeze');
  const { judge } = useRetryAfter();
  const handleUnfrozen = () => {
    onClose();
    toast(t('thawing'), 'done');
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => unfreeze(),
    onSuccess: ({ thawsAtDateTime }) => thawsAtDateTime !== null && handleUnfrozen(),
  });
  const close = () => {
    onClose();
    reset();
  };
  const asksCode = data?.thawsAtDateTime === null;
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('thawTitle')}
      description={t('thawText')}
      size="s"
      dismissible={!isPending}
      footer={
        asksCode ? undefined : (
          <Button busy={isPending} onClick={() => mutate()}>
            {t('thaw')}
          </Button>
        )
      }
    >
      {error && (
        <Text tone="warn" role="alert">
          {judge(error)}
        </Text>
      )}
      {asksCode && <MailCodeForm email={email} sent={toSentMailCode(data)} onDone={handleUnfrozen} />}
    </Modal>
  );
}

const toSentMailCode = (prompt: UnfreezeStep): SentCode =>
  toSentCode({ ...prompt, twoStepAuthenticationType: 'EMAIL' });

function MailCodeForm({ email, sent, onDone }: { email: string; sent: SentCode; onDone: () => void }) {
  const t = useTranslations('settings.freeze');
  const words = useTranslations('auth.confirm');
  const entry = useCodeForm({
    begun: sent,
    submitCode: async (code) => {
      await unfreeze(code);
      onDone();
    },
    requestCode: async () => toSentMailCode(await unfreeze()),
  });
  useCodeFocus(entry);
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      ref={entry.place}
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(entry.code);
      }}
    >
      <p>{words.rich('EMAIL', { address: entry.sent.sentTo, b: (chunks) => <SentTo>{chunks}</SentTo> })}</p>
      <CodeBoxes entry={entry} />
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('thaw')} />
      <SandboxHint to={email} method="EMAIL" />
    </Stack>
  );
}
