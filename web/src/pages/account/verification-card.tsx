import type { Account, AuthenticationType } from '@sarraf/domain/contracts';
import { IconCheck, IconHourglassHigh, IconId, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { RefusalReasons } from '../../documents/refusal-reasons.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { isIranian } from '../../lib/format/countries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { useSandbox } from '../../lib/queries/use-sandbox.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { StatusHead } from '../../ui/feedback/status-head.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { submitUnchanged } from './form/save-account.ts';
import { refetchAccount } from './queries.ts';
import { SandboxVerification } from './sandbox-verification.tsx';
import { canEdit, getTone, listSteps } from './status.ts';
import css from './verification-card.module.css';

const ICONS = { done: IconShieldCheck, review: IconHourglassHigh, todo: IconId };

/** The state of the person's verification, the next step, and what to correct. */
export function VerificationCard({ account }: { account: Account }) {
  const t = useTranslations('account');
  const sandbox = useSandbox();
  const type = account.authenticationType;
  const tone = getTone(type);
  const Icon = ICONS[tone];
  return (
    <Card raised className={css.card}>
      <StatusHead icon={Icon} tone={tone} over={t('verification')} title={t(`state.${type}.title`)} />
      <p className={css.text}>{t(`state.${type}.text`)}</p>
      <VerificationSteps account={account} />
      <RefusalReasonsList account={account} />
      <VerificationActions type={type} />
      {tone !== 'done' && sandbox && <SandboxVerification closed={!canEdit(type)} />}
    </Card>
  );
}

function VerificationSteps({ account }: { account: Account }) {
  const t = useTranslations('account.steps');
  const { digits } = useFormat();
  const steps = listSteps(account.authenticationType, isIranian(account.location));
  if (steps.length === 0) return null;
  return (
    <Cluster as="ol" gap={5} rowGap={2} align="stretch" wrap className={css.steps} aria-label={t('label')}>
      {steps.map(({ key, at }, i) => (
        <li key={key} className={css[`at_${at}`]} aria-current={at === 'now' ? 'step' : undefined}>
          <span className={css.number} aria-hidden>
            {at === 'done' ? <IconCheck size={16} stroke={2.5} /> : digits(i + 1)}
          </span>
          <span>
            {t(key)}
            <span className="hidden">{t(at)}</span>
          </span>
        </li>
      ))}
    </Cluster>
  );
}

/** Why it was refused; hidden once it is resubmitted. */
function RefusalReasonsList({ account }: { account: Account }) {
  const { authenticationType: type, refusalReasons, refusalNote } = account;
  const counts = type === 'UNAUTHORIZED' || type === 'INFORMATION_CHANGED';
  return counts && <RefusalReasons reasons={refusalReasons} note={refusalNote} />;
}

function VerificationActions({ type }: { type: AuthenticationType }) {
  const t = useTranslations('account');
  if (type === 'AUTHORIZED') {
    return (
      <Cluster gap={3} align="stretch" wrap className={css.actions}>
        <LinkButton to="/profile/otc" size="l">
          {t('startTrading')}
        </LinkButton>
        <LinkButton to="/profile/wallet" variant="ghost" size="l">
          {t('toWallet')}
        </LinkButton>
      </Cluster>
    );
  }
  if (type === 'UNIDENTIFIED') {
    return (
      <Cluster gap={3} align="stretch" wrap className={css.actions}>
        <LinkButton to="/profile/fino-verifying" size="l">
          {t('toCode')}
        </LinkButton>
      </Cluster>
    );
  }
  return type === 'INFORMATION_CHANGED' ? <SubmitChangeButton /> : null;
}

function SubmitChangeButton() {
  const t = useTranslations('account');
  const { text } = useErrorMessages();
  const { mutate, isPending, error } = useMutation({
    mutationFn: submitUnchanged,
    onSuccess: async () => {
      await refetchAccount();
      toast(t('submitted'), 'done');
    },
  });
  return (
    <>
      <Cluster gap={3} align="stretch" wrap className={css.actions}>
        <Button size="l" busy={isPending} onClick={() => mutate()}>
          {t('submitChange')}
        </Button>
      </Cluster>
      <p role="alert" className={css.problem}>
        {error ? text(error) : ''}
      </p>
    </>
  );
}
