import { useTranslations } from 'use-intl';
import { checkWhitelist } from '../../../address-book/book.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import { listUsableAddresses } from './address-picker.tsx';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

const MAX_SHOWN = 4;

/** Shows the saved addresses before anything is typed: picking one fills in network and address. */
export function SavedAddressSuggestions({ form }: { form: CoinWithdrawState }) {
  const t = useTranslations('withdraw');
  const networkName = useNetworkName();
  if (form.draft.address !== '') return null;
  const usable = listUsableAddresses(form).filter(
    (entry) => !form.whitelistOnly || checkWhitelist(entry) === null,
  );
  if (usable.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text as="span" size="s" tone="soft" weight={500} id="saved-first">
        {t('savedFirst')}
      </Text>
      <Cluster as="ul" gap={2} wrap aria-labelledby="saved-first">
        {usable.slice(0, MAX_SHOWN).map((entry) => (
          <li key={entry.id}>
            <button type="button" className={css.quick} onClick={() => form.pick(entry)}>
              <b>{entry.label}</b>
              <small>
                {form.networks.length > 1 && `${networkName(entry.tokenType)} · `}
                <bdi className="latin">{`${entry.address.slice(0, 6)}…${entry.address.slice(-4)}`}</bdi>
              </small>
            </button>
          </li>
        ))}
      </Cluster>
    </Stack>
  );
}
