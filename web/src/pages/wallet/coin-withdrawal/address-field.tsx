import { IconBook2, IconClipboard, IconQrcode } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import { SaveAddress } from './save-address.tsx';
import { scannedPlace } from './scanned-place.ts';
import type { CoinWithdraw } from './use-coin-withdraw.ts';

interface AddressFieldProps {
  form: CoinWithdraw;
  error: string | null;
  onView: (view: 'book' | 'scan') => void;
}

/** Where it goes: typed, pasted, scanned, or from the saved ones. */
export function AddressField({ form, error, onView }: AddressFieldProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  const { draft, saved, network } = form;
  const paste = () => {
    const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    read.then(
      (text) => form.change(scannedPlace(draft, text) ?? { address: text.trim() }),
      () => toast(t('pasteFailed'), 'problem'),
    );
  };
  const hint = saved
    ? t('known', { label: saved.label })
    : network &&
      t('addressHint', { coin: format.coin(draft.asset), network: networkName(network.tokenType) });
  return (
    <Stack gap={2} align="start" className={css.address}>
      <Field
        label={t('address')}
        hint={hint}
        error={error}
        aside={
          <button type="button" className={css.pick} disabled={!network} onClick={() => onView('book')}>
            <IconBook2 size={16} aria-hidden />
            {t('book')}
          </button>
        }
      >
        <TextInput
          latin
          name="address"
          autoComplete="off"
          autoCorrect="off"
          maxLength={150}
          value={draft.address}
          disabled={!network}
          onChange={(event) => form.change({ address: event.target.value })}
          after={
            <>
              <IconButton size="s" label={t('paste')} disabled={!network} onClick={paste}>
                <IconClipboard size={18} aria-hidden />
              </IconButton>
              <IconButton size="s" label={t('scan')} disabled={!network} onClick={() => onView('scan')}>
                <IconQrcode size={18} aria-hidden />
              </IconButton>
            </>
          }
        />
      </Field>
      <SaveAddress form={form} />
    </Stack>
  );
}
