import type { AddressBookEntry } from '@sarraf/domain/contracts';
import { IconBook2, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { useLastNonNull } from '../lib/browser/use-last.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { toast } from '../lib/notices.ts';
import { useNetworkName } from '../transfers/use-network-name.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../ui/layout/layout.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { AddressText } from '../ui/values/address-text.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { AddAddressModal } from './add-address-modal.tsx';
import css from './address-book.module.css';
import { checkWhitelist } from './book.ts';
import { addressBookQuery, useRemoveAddress } from './use-book.ts';
import { useWhitelist } from './use-whitelist.ts';
import { Whitelist } from './whitelist.tsx';

/**
 * The saved addresses, and whether withdrawals to other addresses are allowed. `closed`: nothing can be added or
 * switched now.
 */
export function AddressBookCard({ closed = false }: { closed?: boolean }) {
  const t = useTranslations('withdraw.addressBook');
  const failure = useErrorMessages();
  const [isAdding, setIsAdding] = useState(false);
  const [entryToRemove, setEntryToRemove] = useState<AddressBookEntry | null>(null);
  const { data, error, isFetching, refetch } = useQuery(addressBookQuery);
  const whitelist = useWhitelist();
  const card = useRef<HTMLElement>(null);
  const removed = useRef(false);
  // The button that opened the confirmation disappears with its row; the keyboard focus must not be lost with it.
  useEffect(() => {
    if (entryToRemove !== null || !removed.current) return;
    removed.current = false;
    card.current?.focus();
  }, [entryToRemove]);
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label={t('title')}
      title={t('title')}
      aside={
        !closed && (
          <Button
            variant="ghost"
            size="s"
            icon={<IconPlus size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setIsAdding(true)}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      <Whitelist whitelist={whitelist} closed={closed} />
      {!data && error && (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <AddressesSkeleton />}
      {data?.content.length === 0 && (
        <EmptyState icon={<IconBook2 size={26} />} title={t('empty')} text={t('emptyText')} />
      )}
      {data && data.content.length > 0 && (
        <Stack as="ul">
          {data.content.map((entry) => (
            <AddressRow
              key={entry.id}
              entry={entry}
              dated={whitelist.on === true}
              onRemove={() => setEntryToRemove(entry)}
            />
          ))}
        </Stack>
      )}
      <AddAddressModal open={isAdding} onClose={() => setIsAdding(false)} />
      <RemoveDialog
        entry={entryToRemove}
        onClose={() => setEntryToRemove(null)}
        onRemoved={() => {
          removed.current = true;
        }}
      />
    </Card>
  );
}

function AddressRow(props: { entry: AddressBookEntry; dated: boolean; onRemove: () => void }) {
  const { entry, dated, onRemove } = props;
  const t = useTranslations('withdraw.addressBook');
  const format = useFormat();
  const networkName = useNetworkName();
  const whitelistProblem = dated ? checkWhitelist(entry) : null;
  return (
    <li className={css.entry}>
      <CoinIcon coin={entry.relatedCoin} size={34} />
      <Stack shrink className={css.words}>
        <Cluster as="p" gap={3} rowGap="line" wrap size="sm" weight={600}>
          <bdi>{entry.label}</bdi>
          <small>{format.coin(entry.relatedCoin)}</small>
          <small>{networkName(entry.tokenType)}</small>
        </Cluster>
        <AddressText text={entry.address} />
        {entry.tag !== null && <small>{t('tagOf', { tag: entry.tag })}</small>}
        {whitelistProblem?.code === 'NOT_YET' && (
          <small className={css.late}>{t('from', { time: format.dateTime(whitelistProblem.until) })}</small>
        )}
      </Stack>
      <IconButton label={t('removeOf', { label: entry.label })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </li>
  );
}

interface RemoveProps {
  entry: AddressBookEntry | null;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ entry, onClose, onRemoved }: RemoveProps) {
  const t = useTranslations('withdraw.addressBook');
  const failure = useErrorMessages();
  const lastEntry = useLastNonNull(entry);
  const { mutate, isPending } = useRemoveAddress(() => {
    toast(t('removed'), 'done');
    onRemoved();
    onClose();
  });
  return (
    <ConfirmDialog
      open={entry !== null}
      title={t('removeTitle', { label: lastEntry?.label ?? '' })}
      text={t('removeText')}
      confirm={t('remove')}
      danger
      busy={isPending}
      onConfirm={() => entry && mutate(entry.id, { onError: failure.show })}
      onCancel={onClose}
    />
  );
}

function AddressesSkeleton() {
  return (
    <Stack aria-hidden>
      {[1, 2].map((key) => (
        <Skeleton key={key} height={72} className={css.block} />
      ))}
    </Stack>
  );
}
