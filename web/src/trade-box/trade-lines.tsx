import { ASSETS, QUOTES } from '@sarraf/domain';
import { IconChevronDown, IconWallet } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { coinSymbol } from '../lib/market/coins.ts';
import { cx } from '../ui/class-names.ts';
import { Field } from '../ui/fields/field.tsx';
import { NumberInput } from '../ui/fields/number-input.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Stack } from '../ui/layout/layout.tsx';
import { selectClassName } from '../ui/overlays/select-face.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Money } from '../ui/values/money.tsx';
import { getLineAsset, getLineDecimals, paidLine, type QuoteLine } from './form.ts';
import css from './trade-lines.module.css';
import { SUMMARY_ID } from './trade-words.tsx';
import type { TradeBoxState } from './use-trade-box.ts';

const LINE_BLOCKERS = new Set(['MIN', 'MAX', 'STEP', 'BALANCE']);

/** The paid line above, the received line below. */
export function TradeLines({ box, onPick }: { box: TradeBoxState; onPick: () => void }) {
  const paid = paidLine(box.side);
  const received = paid === 'amount' ? 'total' : 'amount';
  return (
    <Stack gap={2} className={css.lines}>
      <TradeLine box={box} line={paid} isPaid onPick={onPick} />
      <TradeLine box={box} line={received} onPick={onPick} />
    </Stack>
  );
}

interface LineProps {
  box: TradeBoxState;
  line: QuoteLine;
  isPaid?: boolean;
  onPick: () => void;
}

function TradeLine({ box, line, isPaid, onPick }: LineProps) {
  const t = useTranslations('trade.box');
  const { digits } = useFormat();
  const { side, market, reason, texts } = box;
  const label = isPaid ? (side === 'buy' ? t('pay') : t('give')) : t('receive');
  const text = texts[line];
  // BALANCE marks the paid line; limits mark the coin's line.
  const isInvalid =
    reason !== null && LINE_BLOCKERS.has(reason) && (reason === 'BALANCE' ? isPaid : line === 'amount');
  return (
    <Field variant="inset" label={label} aside={isPaid ? <Balance box={box} /> : undefined}>
      <NumberInput
        size="l"
        placeholder={digits(0)}
        value={text}
        decimals={getLineDecimals(line, market)}
        onChange={(next) => box.setLineText(line, next)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={SUMMARY_ID}
        className={cx(
          css.number,
          text.length > 13 ? css.long : text.length > 9 && css.middling,
          isInvalid && css.faulty,
        )}
      />
      {line === 'amount' ? <CoinButton box={box} onPick={onPick} /> : <QuotePicker box={box} />}
    </Field>
  );
}

/** The balance; pressing it enters all of it in the line. */
function Balance({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const { balance, side, market } = box;
  if (balance === null) return null;
  return (
    <button type="button" className={css.balance} onClick={box.enterWholeBalance}>
      <IconWallet size={16} aria-hidden className={css.wallet} />
      <span className={css.word}>{t('balance')} </span>
      <Money value={balance} asset={getLineAsset(paidLine(side), market)} className={css.much} />{' '}
      <b>{t('useAll')}</b>
    </button>
  );
}

function CoinButton({ box, onPick }: { box: TradeBoxState; onPick: () => void }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { coin } = box.market;
  return (
    <button
      type="button"
      className={selectClassName({ variant: 'pill' })}
      aria-haspopup="dialog"
      aria-label={t('coin', { coin: format.coin(coin) })}
      onClick={onPick}
    >
      <CoinIcon key={coin} coin={coin} size={24} />
      <span className={css.pillText}>{format.coin(coin)}</span>
      <IconChevronDown size={16} stroke={2.2} className={css.chevron} aria-hidden />
    </button>
  );
}

/** Toman or Tether; in English a text, since there is only Tether. */
function QuotePicker({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { quote } = box.market;
  if (format.language === 'en') {
    return (
      <span className={cx(selectClassName({ variant: 'pill' }), css.fixed)}>
        <CoinIcon coin={quote} size={24} />
        <span className={css.pillText}>{ASSETS[quote].englishName}</span>
      </span>
    );
  }
  return (
    <Select
      variant="pill"
      label={t('quote')}
      value={quote}
      onChange={box.setQuote}
      options={QUOTES.map((code) => ({
        value: code,
        label: format.coin(code),
        icon: <CoinIcon coin={code} size={24} />,
        detail: coinSymbol(code),
      }))}
    />
  );
}
