import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../access/code-parts.tsx';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { toSentCode } from '../../access/two-step.ts';
import { useCodeFocus, useCodeForm } from '../../access/use-code.ts';
import { useSession } from '../../lib/session/session.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './method-modal.module.css';
import type { MethodChangeState, MethodPrompt } from './use-method-change.ts';

/** The second step of changing the two-step method: proof that the new one works. */
export function MethodModal({ change }: { change: MethodChangeState }) {
  const t = useTranslations('settings.twoStep.modal');
  const { prompt, stop } = change;
  return (
    <Modal
      open={prompt !== null}
      onClose={stop}
      title={prompt ? t(prompt.twoStepAuthenticationType) : ''}
      size="m"
    >
      {prompt && <MethodProof prompt={prompt} change={change} />}
    </Modal>
  );
}

function MethodProof({ prompt, change }: { prompt: MethodPrompt; change: MethodChangeState }) {
  const t = useTranslations('settings.twoStep.modal');
  const { account } = useSession();
  const method = prompt.twoStepAuthenticationType;
  const entry = useCodeForm({
    begun: toSentCode(prompt),
    submitCode: change.check,
    requestCode: async () => {
      const next = await change.again();
      return next && toSentCode(next);
    },
  });
  // The keyboard would cover the QR code that has to be scanned first.
  useCodeFocus(method === 'GOOGLE_AUTHENTICATOR' ? { ...entry, focus: doNothing } : entry);
  return (
    <Stack
      as="form"
      gap={3}
      noValidate
      ref={entry.place}
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(entry.code);
      }}
    >
      {method === 'GOOGLE_AUTHENTICATOR' ? (
        <AuthenticatorEnrolment prompt={prompt} />
      ) : (
        <Text size="sm" tone="soft">
          {t.rich(`sent${method}`, {
            address: entry.sent.sentTo,
            b: (chunks) => <SentTo>{chunks}</SentTo>,
          })}
        </Text>
      )}
      <CodeBoxes entry={entry} />
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('submit')} />
      <SandboxHint to={account?.email ?? ''} method={method} />
    </Stack>
  );
}

const doNothing = () => undefined;

/** The key of the authenticator app in all its notations. */
function AuthenticatorEnrolment({ prompt }: { prompt: MethodPrompt }) {
  const t = useTranslations('settings.twoStep.modal');
  const { file, qrCodeLink, secret } = prompt;
  return (
    <Stack as="ol" gap={3} size="sm" className={css.steps}>
      <EnrolmentStep>{t('install')}</EnrolmentStep>
      <EnrolmentStep>
        {t('scan')}
        {file && <img src={`data:image/png;base64,${file}`} alt={t('qr')} className={css.qr} />}
        {qrCodeLink && (
          <a href={qrCodeLink} className={css.open}>
            <IconExternalLink size={18} className="flip" aria-hidden />
            {t('open')}
          </a>
        )}
        {secret && (
          <Cluster gap={2} rowGap={0}>
            <span className={css.key}>
              <Text as="span" size="s" tone="faint">
                {t('orType')}
              </Text>
              <code className="latin">{groupByFour(secret)}</code>
            </span>
            <CopyButton text={secret} label={t('copySecret')} />
          </Cluster>
        )}
      </EnrolmentStep>
      <EnrolmentStep>{t('enter')}</EnrolmentStep>
    </Stack>
  );
}

const EnrolmentStep = ({ children }: { children: ReactNode }) => <li className={css.step}>{children}</li>;

const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
