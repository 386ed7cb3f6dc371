import type { BookAddress } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { bookFor, checkWhitelist } from '../../../address-book/book.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import css from '../withdrawal/withdraw.module.css';
import type { CoinWithdraw } from './use-coin-withdraw.ts';

interface AddressPickerProps {
  form: CoinWithdraw;
  onPick: (entry: BookAddress) => void;
  onBack: () => void;
}

/** The saved addresses of the chosen network, or of all open networks before one is chosen. */
export const bookOf = ({ book, draft, networks }: CoinWithdraw): BookAddress[] =>
  networks
    .filter(({ open, tokenType }) => open && (draft.tokenType === null || draft.tokenType === tokenType))
    .flatMap(({ tokenType }) => bookFor(book, draft.asset, tokenType));

/** Picks one of the saved addresses of the coin and its network, by name. */
export function AddressPicker({ form, onPick, onBack }: AddressPickerProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  const entries = bookOf(form);
  const lateOf = (entry: BookAddress) => {
    const fault = form.terms?.whitelistOnly ? checkWhitelist(entry) : null;
    return fault?.code === 'NOT_YET' ? t('addressBook.from', { time: format.dateTime(fault.until) }) : null;
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
                disabled={lateOf(entry) !== null}
                onClick={() => onPick(entry)}
              >
                <b>{entry.label}</b>
                {form.networks.length > 1 && <small>{networkName(entry.tokenType)}</small>}
                <AddressText text={entry.address} />
                {entry.tag !== null && <small>{t('addressBook.tagOf', { tag: entry.tag })}</small>}
                {lateOf(entry) && <small>{lateOf(entry)}</small>}
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
