import { formatUnitPrice, isReached, type MarketType, parseMarket, parseUnitPrice } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import { IconBellRinging, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDeleteAlert, useRearmAlert } from '../../alerts/queries.ts';
import { Link } from '../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { marketPath } from '../../lib/market/coins.ts';
import { toast } from '../../lib/notices.ts';
import type { Market } from '../../trade-box/form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { AutomationRow } from '../../ui/layout/standing.tsx';
import css from './alerts.module.css';

interface AlertRowProps {
  alert: PriceAlert;
  priceOf: (market: Market) => bigint | null;
  /** No prices are known yet. */
  loading: boolean;
  /** Called before it is removed, so that the keyboard focus isn't lost with it. */
  onRemoved: () => void;
}

const TONES: Partial<Record<PriceAlert['state'], 'active' | 'done'>> = { WAITING: 'active', FIRED: 'done' };

export function AlertRow({ alert, priceOf, loading, onRemoved }: AlertRowProps) {
  const t = useTranslations('alerts');
  const { coin: coinName, price: priceWords, unit } = useFormat();
  const market = parseMarket(alert.marketType as MarketType);
  if (market === null) return null;
  const { coin, quote } = market;
  const price = priceOf(market);
  const formatPrice = (text: string) => `${priceWords(text, coin, quote)} ${unit(quote)}`;
  const names = { coin: coinName(coin), price: formatPrice(alert.threshold) };
  return (
    <AutomationRow
      coin={coin}
      state={t(`list.state.${alert.state}`)}
      tone={TONES[alert.state] ?? null}
      actions={
        <Actions
          alert={alert}
          names={names}
          isThere={isReachedNow(alert, market, price)}
          onRemoved={onRemoved}
        />
      }
    >
      <Cluster as="p" gap={3} rowGap={0} align="stretch" wrap className={css.wish}>
        <Link to={marketPath(coin, quote)}>{names.coin}</Link>
        <strong>{t(alert.direction === 'ABOVE' ? 'list.above' : 'list.below', names)}</strong>
      </Cluster>
      <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="faint">
        <span>{t(`form.repeats.${alert.repeat}`)}</span>
        {loading ? (
          <Skeleton width={120} />
        ) : (
          <span>
            {price === null
              ? t('list.halted')
              : t('list.now', { price: formatPrice(formatUnitPrice(price, coin, quote)) })}
          </span>
        )}
      </Cluster>
      <AlertStatusText alert={alert} inWords={formatPrice} />
    </AutomationRow>
  );
}

/** The outcome of an alert, or why it is not active. */
function AlertStatusText({ alert, inWords }: { alert: PriceAlert; inWords: (text: string) => string }) {
  const t = useTranslations('alerts.list');
  const { dateTime } = useFormat();
  const { state, firedAtDateTime, firedPrice, pausedUntilDateTime } = alert;
  if (firedAtDateTime === null || firedPrice === null) return null;
  return (
    <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="faint">
      <span>{t('fired', { time: dateTime(firedAtDateTime), price: inWords(firedPrice) })}</span>
      {pausedUntilDateTime && <span>{t('paused', { time: dateTime(pausedUntilDateTime) })}</span>}
      {state === 'BEYOND' && <span>{t('beyond')}</span>}
    </Cluster>
  );
}

interface ActionsProps {
  alert: PriceAlert;
  names: { coin: string; price: string };
  /** It would trigger immediately. */
  isThere: boolean;
  onRemoved: () => void;
}

function Actions({ alert, names, isThere: isReached, onRemoved }: ActionsProps) {
  const t = useTranslations('alerts.list');
  const failure = useErrorMessages();
  const arm = useRearmAlert();
  const remove = useDeleteAlert();
  const handleRemove = () => {
    if (remove.isPending) return;
    const onSuccess = () => {
      toast(t('removed'), 'done');
      onRemoved();
    };
    remove.mutate(alert.id, { onSuccess, onError: failure.show });
  };
  return (
    <>
      {alert.state !== 'WAITING' && (
        <Button
          variant="ghost"
          size="s"
          icon={<IconBellRinging size={18} aria-hidden />}
          aria-label={isReached ? undefined : t('armOf', names)}
          busy={arm.isPending}
          disabledReason={isReached ? t('reached') : null}
          onClick={() =>
            arm.mutate(alert.id, { onSuccess: () => toast(t('armed'), 'done'), onError: failure.show })
          }
        >
          {t('arm')}
        </Button>
      )}
      <IconButton
        label={t('remove', names)}
        aria-disabled={remove.isPending || undefined}
        onClick={handleRemove}
      >
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </>
  );
}

function isReachedNow({ direction, threshold }: PriceAlert, market: Market, price: bigint | null): boolean {
  const target = parseUnitPrice(threshold, market.coin, market.quote);
  return price !== null && target !== null && isReached(direction, target, price);
}
