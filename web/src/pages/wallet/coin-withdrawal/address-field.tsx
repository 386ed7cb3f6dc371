import { IconBook2, IconClipboard, IconQrcode } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { AddressInput } from '../../../ui/fields/address-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ungrouped } from '../../../ui/fields/grouped-text.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import { SaveAddress } from './save-address.tsx';
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
  const { draft, saved, network, fits } = form;
  const paste = () => {
    const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    read.then(
      (text) => {
        const fault = form.take(text);
        // What isn't an address of this network is shown all the same, and judged at the field; a link is no address at all.
        if (fault === 'NOT_HERE') form.change({ address: ungrouped(text) });
        else if (fault !== null) toast(t(`scanner.fault.${fault}`), 'problem');
      },
      () => toast(t('pasteFailed'), 'problem'),
    );
  };
  const names = (tokenTypes: readonly string[]) =>
    new Intl.ListFormat(format.language, { type: 'disjunction' }).format(tokenTypes.map(networkName));
  const others = form.networks.length < 2 || (network && fits.includes(network.tokenType)) ? [] : fits;
  const hint = saved
    ? t('known', { label: saved.label })
    : fits.length > 0 && form.networks.length > 1
      ? t('fits', { networks: names(fits) })
      : network &&
        t('addressHint', { coin: format.coin(draft.asset), network: networkName(network.tokenType) });
  return (
    <Stack gap={2} align="start" className={css.address}>
      <Field
        label={t('address')}
        hint={hint}
        error={error}
        aside={
          <button type="button" className={css.pick} onClick={() => onView('book')}>
            <IconBook2 size={16} aria-hidden />
            {t('book')}
          </button>
        }
      >
        <AddressInput
          name="address"
          maxLength={150}
          value={draft.address}
          onChange={(address) => form.change({ address })}
          after={
            <>
              <IconButton size="s" label={t('paste')} onClick={paste}>
                <IconClipboard size={18} aria-hidden />
              </IconButton>
              <IconButton size="s" label={t('scan')} onClick={() => onView('scan')}>
                <IconQrcode size={18} aria-hidden />
              </IconButton>
            </>
          }
        />
      </Field>
      {others.map((tokenType) => (
        <button key={tokenType} type="button" className={css.pick} onClick={() => form.setNetwork(tokenType)}>
          {t('useNetwork', { network: networkName(tokenType) })}
        </button>
      ))}
      <SaveAddress form={form} />
    </Stack>
  );
}
