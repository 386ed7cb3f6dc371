import { CHAINS, listCoinsOnChain } from '@sarraf/domain';
import type { retireAddress } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';

const ADDRESS_NETWORKS = CHAINS.flatMap(listCoinsOnChain);

/** Retires a person's deposit address, so that they get another one. */
export function DepositAddresses({ personId }: { personId: string }) {
  const t = useTranslations('treasury.addresses');
  const { coin } = useFormat();
  const networkName = useNetworkName();
  const [networkIndex, setNetworkIndex] = useState<number | null>(null);
  const chosen = networkIndex === null ? undefined : ADDRESS_NETWORKS[networkIndex];
  const action: StaffAction | null = chosen
    ? {
        title: t('retireTitle'),
        text: t('retireText'),
        confirm: t('retire'),
        successText: t('retired'),
        danger: true,
        reasoned: true,
        fields: (
          <Field label={t('place')}>
            <Select
              value={String(networkIndex)}
              options={ADDRESS_NETWORKS.map(({ asset, tokenType }, i) => ({
                value: String(i),
                label: `${coin(asset)} · ${networkName(tokenType)}`,
              }))}
              onChange={(value) => setNetworkIndex(Number.parseInt(value, 10))}
            />
          </Field>
        ),
        run: (reason) =>
          call<typeof retireAddress>('POST', '/backoffice/people/:id/retire-address', {
            params: { id: personId },
            body: { relatedCoin: chosen.asset, tokenType: chosen.tokenType, reason },
          }),
      }
    : null;
  return (
    <Card
      title={t('title')}
      aside={
        <Button variant="ghost" size="s" onClick={() => setNetworkIndex(0)}>
          {t('retire')}
        </Button>
      }
      className={css.form}
    >
      <p className={css.muted}>{t('text')}</p>
      <ActionDialog act={action} onClose={() => setNetworkIndex(null)} />
    </Card>
  );
}
