import { formatAmount, formatDecimal, percentText, priceDecimals, scaleOf } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { ReceiptActions, ReceiptBody } from '../../receipts/receipt-parts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Price } from '../../ui/values/price.tsx';
import type { QuickTradePlan } from '../form.ts';
import { PriceCountdown, useSecondsUntil } from '../price-life.tsx';
import { refreshBalances } from '../use-balances.ts';
import type { TradeBoxState } from '../use-trade-box.ts';
import css from './trade-dialog.module.css';
import { type TradeExecution, useTradeExecution } from './use-trade-run.ts';

interface TradeDialogProps {
  box: TradeBoxState;
  open: boolean;
  onClose: () => void;
}

/** Shows all numbers for confirmation, executes the trade, and shows the receipt. */
export function TradeDialog({ box, open, onClose }: TradeDialogProps) {
  const t = useTranslations('trade');
  const run = useTradeExecution(box);
  const { side } = box;
  const { deal, sending, unresolved, order } = run;

  const close = () => {
    if (unresolved) refreshBalances();
    if (order) box.clear();
    onClose();
  };
  // One dialog from confirmation to receipt, so that nothing closes and opens in between.
  return (
    <Modal
      open={open && (order ?? deal) !== null}
      onClose={close}
      dismissible={!sending}
      title={order ? t('receipt.title') : side === 'buy' ? t('confirm.buyTitle') : t('confirm.sellTitle')}
      footer={
        order ? <ReceiptActions order={order} /> : <ConfirmActions box={box} run={run} onCancel={close} />
      }
    >
      {order ? (
        <>
          <ReceiptBody order={order} fresh onLeave={close} />
          <RecurringOffer order={order} onLeave={close} />
        </>
      ) : (
        deal && (
          <>
            <TradeFactsList box={box} deal={deal} frozen={sending || unresolved} />
            <TradeNotice run={run} deal={deal} />
          </>
        )
      )}
      <span className="hidden" role="status">
        {sending && t('confirm.sending')}
      </span>
    </Modal>
  );
}

/** Offers to repeat a purchase in Toman as a recurring one. */
function RecurringOffer({ order, onLeave }: { order: Order; onLeave: () => void }) {
  const t = useTranslations('trade.receipt');
  if (order.orderType !== 'EXCHANGE_BUY' || order.sourceCoin !== 'TOMAN') return null;
  const search = new URLSearchParams({ coin: order.destinationCoin, amount: order.totalPrice });
  return (
    <Link to={`/profile/recurring?${search}`} className={css.regularly} onClick={onLeave}>
      {t('regularly')}
    </Link>
  );
}

function ConfirmActions({
  box,
  run,
  onCancel,
}: {
  box: TradeBoxState;
  run: TradeExecution;
  onCancel: () => void;
}) {
  const t = useTranslations('trade');
  const { sending, unresolved, changedFrom } = run;
  const disabledReason = unresolved || sending ? null : box.reason;
  const buttonText = unresolved
    ? t('confirm.retry')
    : changedFrom === null
      ? t(`confirm.${box.side}`)
      : t('confirm.anew');
  return (
    <>
      <Button
        size="l"
        className={css.main}
        busy={sending}
        disabledReason={disabledReason && t(`reason.${disabledReason}`)}
        onClick={run.confirm}
      >
        {buttonText}
      </Button>
      <Button size="l" className={css.side} variant="ghost" disabled={sending} onClick={onCancel}>
        {unresolved ? t('confirm.leave') : t('confirm.cancel')}
      </Button>
    </>
  );
}

function TradeFactsList({
  box,
  deal,
  frozen,
}: {
  box: TradeBoxState;
  deal: QuickTradePlan;
  frozen: boolean;
}) {
  const t = useTranslations('trade.confirm');
  const format = useFormat();
  const { side, market, amount, unitPrice, money } = deal;
  const { coin, quote } = market;
  const decimals = priceDecimals(coin, quote);
  const { held } = box.price;
  return (
    <>
      <Cluster as="p" gap={3} className={css.headline}>
        <CoinIcon coin={coin} size={40} />
        <span>
          <small>{side === 'buy' ? t('buying') : t('selling')}</small>
          <Money value={formatAmount(amount, coin)} asset={coin} className={css.amount} />
        </span>
      </Cluster>
      <Facts
        facts={[
          {
            key: 'price',
            label: t('price'),
            value: (
              <Price
                value={formatDecimal(unitPrice, scaleOf(quote), decimals)}
                coin={coin}
                quote={quote}
                flash
              />
            ),
          },
          {
            key: 'fee',
            label: t('fee', { percent: format.percent(percentText(box.feeRate)) }),
            value: <Money value={formatAmount(money.fee, quote)} asset={quote} />,
          },
          {
            key: 'total',
            strong: true,
            label: side === 'buy' ? t('pay') : t('receive'),
            value: <Money value={formatAmount(money.total, quote)} asset={quote} />,
          },
        ]}
      />
      <PriceValidity until={frozen ? null : (held?.until ?? null)} />
    </>
  );
}

/** Shows how long the price is still valid; an empty line otherwise. */
function PriceValidity({ until }: { until: number | null }) {
  const t = useTranslations('trade.confirm');
  const { digits } = useFormat();
  const seconds = useSecondsUntil(until ?? 0);
  return (
    <Cluster as="p" gap={2} justify="center" size="s" tone="faint" className={css.life}>
      {until !== null && (
        <>
          <PriceCountdown until={until} />
          {t('life', { seconds: digits(seconds) })}
        </>
      )}
    </Cluster>
  );
}

function TradeNotice({ run, deal }: { run: TradeExecution; deal: QuickTradePlan }) {
  const t = useTranslations('trade.confirm');
  const format = useFormat();
  const failure = useErrorMessages();
  const { coin, quote } = deal.market;
  const formatPrice = (units: bigint) => format.price(formatDecimal(units, scaleOf(quote)), coin, quote);
  const text = run.sending
    ? null
    : run.changedFrom !== null
      ? t('changed', { before: formatPrice(run.changedFrom), now: formatPrice(deal.unitPrice) })
      : run.unresolved
        ? `${failure.text(run.error)} ${t('unresolved')}`
        : run.error
          ? failure.text(run.error)
          : null;
  return (
    <div role="alert">
      {text && (
        <Cluster as="p" align="first" gap={2} size="s" tone="warn" className={css.notice}>
          <IconAlertCircle size={18} aria-hidden />
          <span>{text}</span>
        </Cluster>
      )}
    </div>
  );
}
