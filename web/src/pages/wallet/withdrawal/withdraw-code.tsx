import { isAsset } from '@sarraf/domain';
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../../access/code-parts.tsx';
import { SandboxHint } from '../../../access/sandbox-hint.tsx';
import { toSentCode } from '../../../access/two-step.ts';
import { useCodeFocus, useCodeForm } from '../../../access/use-code.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeInput } from '../../../ui/fields/code-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { type PendingCode, useConfirmWithdrawal } from './use-code-request.ts';
import css from './withdraw.module.css';
import { WithdrawSummary } from './withdraw-summary.tsx';

const SMS_CODE_LENGTH = 6;

interface WithdrawCodeProps {
  pending: PendingCode;
  onBack: () => void;
  onDone: (row: WithdrawalRow) => void;
}

/** The second step: shows the exact amount and destination, and asks for the code that confirms exactly this. */
export function WithdrawCode({ pending, onBack, onDone }: WithdrawCodeProps) {
  const t = useTranslations('withdraw.code');
  const format = useFormat();
  const { account } = useSession();
  const [smsCode, setSmsCode] = useState('');
  const [prompt, setPrompt] = useState(pending.prompt);
  const { again, confirm } = useConfirmWithdrawal(pending, onDone);
  const { smsNeeded, smsBecause, starMobile } = prompt;
  const entry = useCodeForm({
    begun: toSentCode(pending.prompt),
    submitCode: (code) => confirm({ code, ...(smsNeeded && { smsCode }) }),
    requestCode: async () => {
      const next = await again();
      setPrompt(next);
      setSmsCode('');
      return toSentCode(next);
    },
    eager: !smsNeeded,
    fieldError: smsNeeded && smsCode.length < SMS_CODE_LENGTH ? t('needSms') : null,
  });
  useCodeFocus(entry);
  const { amount, relatedCoin } = pending.intent;
  const sum = isAsset(relatedCoin)
    ? `${format.amount(amount, relatedCoin, 18)} ${format.unit(relatedCoin)}`
    : amount;
  return (
    <form
      className={css.stack}
      noValidate
      ref={entry.place}
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(entry.code);
      }}
    >
      <WithdrawSummary pending={pending} prompt={prompt} />
      <p className={css.sent}>
        {t.rich(entry.sent.method, {
          address: entry.sent.sentTo,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </p>
      <CodeBoxes entry={entry} />
      {smsNeeded && (
        <Field
          label={t('sms')}
          framed={false}
          hint={t.rich(smsBecause === 'DAY' ? 'smsDayText' : 'smsText', {
            mobile: starMobile ?? '',
            b: (chunks) => <SentTo>{chunks}</SentTo>,
          })}
        >
          <CodeInput
            name="smsCode"
            length={SMS_CODE_LENGTH}
            value={smsCode}
            onChange={setSmsCode}
            disabled={entry.ended}
            readOnly={entry.busy}
          />
        </Field>
      )}
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('submit', { amount: sum })} />
      <Button
        variant="text"
        icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        disabled={entry.busy}
        onClick={onBack}
      >
        {t('back')}
      </Button>
      <SandboxHint to={account?.email ?? ''} method={smsNeeded ? 'SMS' : entry.sent.method} />
    </form>
  );
}
