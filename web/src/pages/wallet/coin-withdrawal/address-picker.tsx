import type { AddressBookEntry } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { checkWhitelist, filterSavedAddresses } from '../../../address-book/book.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import css from '../withdrawal/withdraw.module.css';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

interface AddressPickerProps {
  form: CoinWithdrawState;
  onPick: (entry: AddressBookEntry) => void;
  onBack: () => void;
}

/** The saved addresses of the chosen network, or of all open networks before one is chosen. */
export const listUsableAddresses = ({ book, draft, networks }: CoinWithdrawState): AddressBookEntry[] =>
  networks
    .filter(({ open, tokenType }) => open && (draft.tokenType === null || draft.tokenType === tokenType))
    .flatMap(({ tokenType }) => filterSavedAddresses(book, draft.asset, tokenType));

/** Picks one of the saved addresses of the coin and its network, by name. */
export function AddressPicker({ form, onPick, onBack }: AddressPickerProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  const entries = listUsableAddresses(form);
  const getUsableFrom = (entry: AddressBookEntry) => {
    const validationError = form.terms?.whitelistOnly ? checkWhitelist(entry) : null;
    return validationError?.code === 'NOT_YET'
      ? t('addressBook.from', { time: format.dateTime(validationError.until) })
      : null;
  };
  return (
    <div className={css.stack}>
      {entries.length === 0 ? (
        <EmptyState
          icon={<IconBook2 size={26} />}
          title={t('addressBook.emptyHere')}
          text={t('addressBook.emptyText')}
        />
      ) : (
        <Stack as="ul" gap={2}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                className={css.entry}
                disabled={getUsableFrom(entry) !== null}
                onClick={() => onPick(entry)}
              >
                <b>{entry.label}</b>
                {form.networks.length > 1 && <small>{networkName(entry.tokenType)}</small>}
                <AddressText text={entry.address} />
                {entry.tag !== null && <small>{t('addressBook.tagOf', { tag: entry.tag })}</small>}
                {getUsableFrom(entry) && <small>{getUsableFrom(entry)}</small>}
              </button>
            </li>
          ))}
        </Stack>
      )}
      <Button
        variant="ghost"
        icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        onClick={onBack}
      >
        {t('scanner.back')}
      </Button>
    </div>
  );
}
