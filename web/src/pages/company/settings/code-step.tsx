import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../../access/code-parts.tsx';
import { SandboxHint } from '../../../access/sandbox-hint.tsx';
import { toSentCode } from '../../../access/two-step.ts';
import { useCodeFocus, useCodeForm } from '../../../access/use-code.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import css from '../company.module.css';
import { resolveSettlementDestination } from '../form.ts';
import type { SettingsPrompt, SettlementSettingsState } from './use-settings.ts';

interface CodeStepProps {
  form: SettlementSettingsState;
  prompt: SettingsPrompt;
  /** It replaces a current destination. */
  later: boolean;
}

/** Shows the whole address again and asks for the code that confirms exactly it. */
export function CodeStep({ form, prompt, later }: CodeStepProps) {
  const t = useTranslations('company.settings');
  const sent = useTranslations('withdraw.code');
  const format = useFormat();
  const networkName = useNetworkName();
  const { account } = useSession();
  const { draft } = form;
  const { address, tag } = resolveSettlementDestination(draft);
  const entry = useCodeForm({
    begun: toSentCode(prompt),
    submitCode: (code) => form.save(code),
    requestCode: async () => toSentCode(await form.askForCode()),
  });
  useCodeFocus(entry);
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
      <Callout tone="warn" title={t('codeTitle')}>
        {t('codeText')} {later && t('codeLater')}
      </Callout>
      <Facts
        facts={[
          { key: 'coin', label: t('coin'), value: format.coin(draft.coin ?? '') },
          { key: 'network', label: t('network'), value: networkName(draft.network ?? '') },
          { key: 'address', label: t('address'), value: <AddressText text={address} /> },
          ...(tag === null ? [] : [{ key: 'tag', label: t('tag'), value: <bdi dir="ltr">{tag}</bdi> }]),
        ]}
      />
      <p className={css.small}>
        {sent.rich(entry.sent.method, {
          address: entry.sent.sentTo,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </p>
      <CodeBoxes entry={entry} />
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('codeSubmit')} />
      <Button
        variant="text"
        icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        disabled={entry.busy}
        onClick={form.back}
      >
        {t('back')}
      </Button>
      <SandboxHint to={account?.email ?? ''} method={entry.sent.method} />
    </form>
  );
}
