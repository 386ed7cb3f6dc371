import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../access/code-parts.tsx';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { sentOf } from '../../access/two-step.ts';
import { useCodeFocus, useCodeForm } from '../../access/use-code.ts';
import { useSession } from '../../lib/session/session.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './method-modal.module.css';
import type { MethodChange, MethodPrompt } from './use-method-change.ts';

/** The second step of changing the two-step method: proof that the new one works. */
export function MethodModal({ change }: { change: MethodChange }) {
  const t = useTranslations('settings.twoStep.modal');
  const { prompt, stop } = change;
  return (
    <Modal
      open={prompt !== null}
      onClose={stop}
      title={prompt ? t(prompt.twoStepAuthenticationType) : ''}
      size="m"
    >
      {prompt && <Proof prompt={prompt} change={change} />}
    </Modal>
  );
}

function Proof({ prompt, change }: { prompt: MethodPrompt; change: MethodChange }) {
  const t = useTranslations('settings.twoStep.modal');
  const { account } = useSession();
  const method = prompt.twoStepAuthenticationType;
  const entry = useCodeForm({
    begun: sentOf(prompt),
    check: change.check,
    again: async () => {
      const next = await change.again();
      return next && sentOf(next);
    },
  });
  // The keyboard would cover the QR code that has to be scanned first.
  useCodeFocus(method === 'GOOGLE_AUTHENTICATOR' ? { ...entry, focus: nothing } : entry);
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
        <Enrolment prompt={prompt} />
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

const nothing = () => undefined;

/** The key of the authenticator app in all its notations. */
function Enrolment({ prompt }: { prompt: MethodPrompt }) {
  const t = useTranslations('settings.twoStep.modal');
  const { file, qrCodeLink, secret } = prompt;
  return (
    <Stack as="ol" gap={3} size="sm" className={css.steps}>
      <Step>{t('install')}</Step>
      <Step>
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
              <code className="latin">{inFours(secret)}</code>
            </span>
            <CopyButton text={secret} label={t('copySecret')} />
          </Cluster>
        )}
      </Step>
      <Step>{t('enter')}</Step>
    </Stack>
  );
}

const Step = ({ children }: { children: ReactNode }) => <li className={css.step}>{children}</li>;

const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
