import { toLatinDigits } from '@sarraf/domain';
import type { DepositRow, WithdrawalRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { localDate } from '../../lib/format/format.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useBankNumberText } from '../../lib/payments/payments.ts';
import type { Receipt, ReceiptLine } from '../../receipts/use-receipt.ts';
import { isBankTransfer } from '../deposit-state.tsx';
import { getCryptoDepositState, getWithdrawalState, isReturned } from '../status.ts';
import { useNetworkName } from '../use-network-name.ts';

/** A receipt shows all digits of an amount, as the form did: 9.9 XLM is not 9. */
const ALL_DECIMALS = 18;

/** Returns the content of the receipt of a deposit or withdrawal, for the screen, the picture and the printout. */
export function useReceiptLines() {
  const words = useReceiptWords();
  return {
    withdrawal: (row: WithdrawalRow) => withdrawalReceipt(words, row),
    deposit: (row: DepositRow, tracking: string | null) => depositReceipt(words, row, tracking),
  };
}

function useReceiptWords() {
  const t = useTranslations('history');
  const tWallet = useTranslations('wallet');
  const tFormat = useTranslations('format');
  const format = useFormat();
  const network = useNetworkName();
  const bankNumber = useBankNumberText();
  const money = (text: string, coin: string) =>
    `${format.amount(text, coin, ALL_DECIMALS)} ${format.unit(coin)}`;
  const times = (iso: string): ReceiptLine[] =>
    (['fa', 'en'] as const).map((calendar) => ({
      key: calendar,
      label: t(calendar === 'fa' ? 'fact.jalali' : 'fact.gregorian'),
      value: tFormat('dateTime', {
        date: format.digits(toLatinDigits(localDate(iso, calendar))),
        time: format.time(iso, true),
      }),
    }));
  return { t, tWallet, format, network, bankNumber, money, times };
}
type ReceiptWords = ReturnType<typeof useReceiptWords>;

function withdrawalReceipt(
  { t, format, network, bankNumber, money, times }: ReceiptWords,
  row: WithdrawalRow,
): Receipt {
  const coin = row.relatedCoin;
  const toman = coin === 'TOMAN';
  const back = isReturned(row);
  return {
    coin,
    did: t('receipt.withdrew'),
    amount: money(row.amount, coin),
    of: { kind: 'WITHDRAWAL', id: row.id, version: `${row.state} ${row.txid}` },
    again: { to: `/profile/wallet?withdraw=${coin}`, word: 'withdrawAgain' },
    lines: [
      { key: 'number', label: t('fact.number'), value: row.number, latin: true },
      ...times(row.createdAtDateTime),
      { key: 'state', label: t('fact.state'), value: t(`state.${getWithdrawalState(row).key}`) },
      ...optionalLine('label', t('fact.label'), row.label),
      toman
        ? {
            key: 'sheba',
            label: t('fact.sheba'),
            value: bankNumber(row.bankAccount ?? ''),
          }
        : { key: 'to', label: t('fact.to'), value: row.destinationWalletAddress, latin: true },
      ...optionalLine('tag', t('fact.tag'), row.tag, true),
      ...(toman ? [] : [{ key: 'network', label: t('fact.network'), value: network(row.tokenType) }]),
      ...optionalLine('txid', t('fact.txid'), row.txid, true),
      ...(toman && row.promisedAtDateTime && !row.isDone && !back
        ? [{ key: 'promised', label: t('fact.promised'), value: format.dateTime(row.promisedAtDateTime) }]
        : []),
      ...(row.doneAtDateTime
        ? [
            {
              key: 'done',
              label: t(back ? 'fact.backAt' : 'fact.done'),
              value: format.dateTime(row.doneAtDateTime),
            },
          ]
        : []),
      { key: 'amount', label: t('fact.amount'), value: money(row.amount, coin) },
      ...(back
        ? [{ key: 'back', label: t('fact.back'), value: money(row.amount, coin), strong: true }]
        : [
            { key: 'fee', label: t('fact.fee'), value: money(row.fee, coin) },
            {
              key: 'receives',
              label: t(row.isDone ? 'fact.receives' : 'fact.willReceive'),
              value: money(row.receives, coin),
              strong: true,
            },
          ]),
    ],
  };
}

/** `tracking`: the bank's tracking code of a payment. */
const depositReceipt = (
  { t, tWallet, network, bankNumber, money, times }: ReceiptWords,
  row: DepositRow,
  tracking: string | null,
): Receipt => ({
  coin: row.relatedCoin,
  did: t('receipt.deposited'),
  amount: money(row.amount, row.relatedCoin),
  of: { kind: 'DEPOSIT', id: row.id, version: `${row.state} ${row.bankAccount}` },
  again: {
    to: row.relatedCoin === 'TOMAN' ? '/profile/otc' : `/profile/otc?coin=${row.relatedCoin}&side=sell`,
    word: 'tradeIt',
  },
  lines: [
    ...times(row.createdAtDateTime),
    row.relatedCoin === 'TOMAN'
      ? { key: 'state', label: t('fact.state'), value: tWallet(`payment.state.${row.state}`) }
      : { key: 'state', label: t('fact.state'), value: t(`state.${getCryptoDepositState(row).key}`) },
    ...optionalLine(
      'from',
      tWallet(isBankTransfer(row.bankAccount) ? 'payment.account' : 'payment.card'),
      row.bankAccount && bankNumber(row.bankAccount),
    ),
    ...optionalLine('tracking', tWallet('payment.tracking'), tracking, true),
    ...optionalLine('network', t('fact.network'), row.tokenType && network(row.tokenType)),
    ...optionalLine('to', t('fact.address'), row.address, true),
    ...optionalLine('tag', t('fact.tag'), row.tag, true),
    ...optionalLine('txid', t('fact.txid'), row.txid, true),
    {
      key: 'deposited',
      label: t('fact.deposited'),
      value: money(row.amount, row.relatedCoin),
      strong: true,
    },
  ],
});

const optionalLine = (
  key: string,
  label: string,
  value: string | null | undefined,
  latin?: boolean,
): ReceiptLine[] => (value ? [{ key, label, value, ...(latin && { latin }) }] : []);
