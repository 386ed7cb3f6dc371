import { extractDigits, findBankBySheba } from '@sarraf/domain';
import type { TomanTerms } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from './deposit.module.css';

/** A bank transfer with the person's own payment identifier: for amounts above the gateways' limits. */
export function IdentifiedPanel(props: {
  identified: NonNullable<TomanTerms['identified']>;
  onCopied: () => void;
}) {
  const { identified, onCopied } = props;
  const t = useTranslations('wallet.identified');
  const format = useFormat();
  const sheba = identified.sheba.startsWith('IR') ? identified.sheba : `IR${identified.sheba}`;
  const bank = findBankBySheba(extractDigits(sheba))?.[format.language] ?? identified.bankName;
  return (
    <Stack gap={5} className={css.form}>
      <Text size="s" tone="faint">
        {t('lead')}
      </Text>
      <Copyable label={t('sheba')} text={sheba} copy={t('copySheba')} onCopied={onCopied} />
      <Copyable
        label={t('identifier')}
        text={identified.identifier}
        copy={t('copyIdentifier')}
        onCopied={onCopied}
      />
      <Callout tone="warn" title={t('mustTitle')}>
        {t('must')}
      </Callout>
      <Facts
        facts={[
          { key: 'owner', label: t('owner'), value: <bdi>{identified.owner}</bdi> },
          { key: 'bank', label: t('bank'), value: bank },
          { key: 'max', label: t('max'), value: <Money value={identified.maxPerDay} asset="TOMAN" /> },
        ]}
      />
    </Stack>
  );
}
