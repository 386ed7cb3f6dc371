import type { Company } from '@sarraf/domain/contracts';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import css from '../company.module.css';
import { SettingsForm } from './settings-form.tsx';

/** Read-only with a button that opens the form; the form immediately if nothing is set (requirements §4). */
export function SettingsCard({ store }: { store: Company }) {
  const t = useTranslations('company.settings');
  const unset = store.coinEntity === null;
  const [isEditing, setIsEditing] = useState(unset);
  return (
    <Card
      title={t('title')}
      aside={
        !isEditing && (
          <Button
            variant="ghost"
            size="s"
            icon={<IconPencil size={16} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <SettingsForm store={store} onDone={() => setIsEditing(false)} cancellable={!unset} />
      ) : (
        <SettingsFacts store={store} />
      )}
    </Card>
  );
}

function SettingsFacts({ store }: { store: Company }) {
  const t = useTranslations('company.settings');
  const format = useFormat();
  const networkName = useNetworkName();
  const { coinEntity, cryptoNetwork, walletAddress, tag, perTime } = store;
  if (coinEntity === null || cryptoNetwork === null || walletAddress === null || perTime === null)
    return null;
  return (
    <div className={css.stack}>
      <CoinLabel coin={coinEntity} />
      <Facts
        facts={[
          { key: 'network', label: t('network'), value: networkName(cryptoNetwork) },
          { key: 'address', label: t('address'), value: <AddressText text={walletAddress} /> },
          ...(tag === null ? [] : [{ key: 'tag', label: t('tag'), value: <bdi dir="ltr">{tag}</bdi> }]),
          {
            key: 'period',
            label: t('period'),
            value: format.digits(`${t(perTime)}: ${t(`hint${perTime}`)}`),
          },
        ]}
      />
    </div>
  );
}
