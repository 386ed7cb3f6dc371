import { isPaymentLink, MAX_LINK_LENGTH, type PaymentLinkTarget } from '@sarraf/domain';
import { IconBook2, IconClipboard, IconQrcode } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLinkErrorText } from '../../../address-book/link-offer.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { AddressInput } from '../../../ui/fields/address-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import { SaveAddress } from './save-address.tsx';
import { cleanAddressField } from './scanned-destination.ts';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

interface AddressFieldProps {
  form: CoinWithdrawState;
  error: string | null;
  onView: (view: 'book' | 'scan') => void;
  onTarget: (target: PaymentLinkTarget) => void;
}

/** The destination address: typed, pasted, scanned, or picked from the saved ones. */
export function AddressField({ form, error, onView, onTarget }: AddressFieldProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  const { draft, saved, network, fits, linkErrorCode, linkTarget } = form;
  const pasteFromClipboard = () => {
    const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    read.then(form.paste, () => toast(t('pasteFailed'), 'problem'));
  };
  const linkError = useLinkErrorText()(linkErrorCode, linkTarget);
  const formatNetworks = (tokenTypes: readonly string[]) =>
    new Intl.ListFormat(format.language, { type: 'disjunction' }).format(tokenTypes.map(networkName));
  const others = form.networks.length < 2 || (network && fits.includes(network.tokenType)) ? [] : fits;
  const hint = saved
    ? t('known', { label: saved.label })
    : fits.length > 0 && form.networks.length > 1
      ? t('fits', { networks: formatNetworks(fits) })
      : network &&
        t('addressHint', { coin: format.coin(draft.asset), network: networkName(network.tokenType) });
  return (
    <Stack gap={2} align="start" className={css.address}>
      <Field
        label={t('address')}
        hint={hint}
        error={linkError ?? error}
        aside={
          <button type="button" className={css.pick} onClick={() => onView('book')}>
            <IconBook2 size={16} aria-hidden />
            {t('book')}
          </button>
        }
      >
        <AddressInput
          name="address"
          // One more than the maximum length of a link: a truncated one is refused.
          maxLength={MAX_LINK_LENGTH + 1}
          value={draft.address}
          clean={cleanAddressField}
          onChange={(address) => form.change({ address })}
          onPaste={(event) => {
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const text = event.clipboardData.getData('text/plain');
            // Pasting into a part of the text is ordinary editing.
            if (!isPaymentLink(text) && selectionEnd - selectionStart < value.length) return;
            event.preventDefault();
            form.paste(text);
          }}
          after={
            <>
              <IconButton size="s" label={t('paste')} onClick={pasteFromClipboard}>
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
      {linkTarget && linkTarget.asset !== draft.asset && (
        <button type="button" className={css.pick} onClick={() => onTarget(linkTarget)}>
          {t('openOther', { coin: format.coin(linkTarget.asset) })}
        </button>
      )}
      <SaveAddress form={form} />
    </Stack>
  );
}
