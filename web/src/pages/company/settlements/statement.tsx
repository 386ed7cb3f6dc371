import type {
  CompanyPayment,
  companyPayments,
  Settlement,
  settlement,
  settlementStatement,
} from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { useParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { call } from '../../../lib/api/api.ts';
import { download } from '../../../lib/api/transfer.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { FileButtons, PaperFacts, PaperPage, PrintSheet } from '../../../ui/layout/paper-page.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../paper.module.css';
import { MoveCoinsToWallet } from './move-coins-to-wallet.tsx';
import { SettlementState } from './settlements-list.tsx';
import { usePrint } from './use-print.ts';

const ROWS = 100;

/** A settlement with its payments, on the screen, printed, and as files. */
export function Page() {
  const { id = '' } = useParams();
  const t = useTranslations('company.settlements');
  const sheet = useTranslations('company.sheet');
  const query = useQuery({
    queryKey: ['company', 'settlement', id],
    queryFn: async ({ signal }) =>
      (await call<typeof settlement>('GET', '/company/settlements/:id', { params: { id }, signal })).baseDTO,
  });
  const title = query.data ? t('statement', { number: query.data.number }) : t('caption');
  useTitle(title);
  return (
    <PaperPage
      title={title}
      back={{ to: '/profile/company?list=settlements', label: sheet('back') }}
      query={query}
      skeleton={<Skeleton width={320} height={420} className={css.waiting ?? ''} />}
      tools={(row) => <StatementFiles row={row} />}
    >
      {(row) => <SettlementStatement row={row} />}
    </PaperPage>
  );
}

function StatementFiles({ row }: { row: Settlement }) {
  const t = useTranslations('company.settlements');
  const failure = useErrorMessages();
  const lang = useLanguage();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const path = '/company/settlements/:id/statement';
      const file = await download<typeof settlementStatement>('GET', path, {
        params: { id: row.id },
        query: { format, lang },
      });
      saveFile(file, `settlement-${row.number}.${format}`);
    },
    onError: failure.show,
  });
  const labels = { csv: t('csv'), xlsx: t('xlsx'), print: t('print') };
  const print = usePrint(useSettlementPayments(row.id));
  return <FileButtons words={labels} saving={isPending ? variables : null} onSave={mutate} print={print} />;
}

function SettlementStatement({ row }: { row: Settlement }) {
  const t = useTranslations('company.settlements');
  const format = useFormat();
  const renderToman = (value: string | null) => <Money value={value} asset="TOMAN" />;
  const renderCoins = (value: string | null) => (
    <Money value={value} asset={row.coinEntity ?? 'TOMAN'} decimals={8} />
  );
  const facts: [key: string, label: string, value: ReactNode][] = [
    [
      'period',
      t('period'),
      t('span', { from: format.dateTime(row.fromDateTime), to: format.dateTime(row.toDateTime) }),
    ],
    ['state', t('state'), <SettlementState key="state" row={row} />],
    ['payments', t('payments'), format.digits(row.payments)],
    ['receipts', t('receipts'), renderToman(row.receipts)],
    ['in', t('carriedIn'), renderToman(row.carriedIn)],
    ['spent', t('spent'), renderToman(row.spent)],
    ['out', t('carriedOut'), renderToman(row.carriedOut)],
  ];
  if (row.bought !== null)
    facts.push(
      ['bought', t('bought'), renderCoins(row.bought)],
      ['price', t('unitPrice'), renderToman(row.unitPrice)],
      ['fee', t('fee'), renderToman(row.fee)],
    );
  // Coins moved to the owner's wallet are sent nowhere.
  if (row.bought !== null && (row.state !== 'RETURNED' || row.withdrawal !== null))
    facts.push(
      ['network', t('networkFee'), renderCoins(row.networkFee)],
      ['arrives', t('arrives'), renderCoins(row.arrives)],
      ['address', t('address'), <AddressText key="address" text={row.walletAddress ?? ''} />],
    );
  if (row.withdrawal?.txid)
    facts.push([
      'txid',
      t('txid'),
      <TxLink key="txid" txid={row.withdrawal.txid} link={row.withdrawal.link} />,
    ]);
  return (
    <PrintSheet className={css.statement}>
      <h1>{t('statement', { number: row.number })}</h1>
      <PaperFacts facts={facts} />
      {row.state === 'BOUGHT' && row.waits !== null && <MoveCoinsToWallet row={row} />}
      <SettlementPayments row={row} />
    </PrintSheet>
  );
}

const useSettlementPayments = (settlement: string) =>
  useCursorPagination<CompanyPayment>(
    ['company', 'payments', settlement],
    (query, signal) =>
      call<typeof companyPayments>('GET', '/company/payments', { query: { ...query, settlement }, signal }),
    ROWS,
  );

function SettlementPayments({ row: { id, payments } }: { row: Settlement }) {
  const t = useTranslations('company.payments');
  const settlementTexts = useTranslations('company.settlements');
  const format = useFormat();
  const failure = useErrorMessages();
  const pages = useSettlementPayments(id);
  const shownCount = pages.rows.length;
  if (pages.failed)
    return <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />;
  if (shownCount === 0) return null;
  return (
    <>
      {shownCount < payments && (
        <Text tone="soft">
          {settlementTexts('some', { shown: format.number(shownCount), all: format.number(payments) })}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard. */}
      <section className={css.scroll} tabIndex={0} aria-label={t('caption')}>
        <table>
          <caption className="hidden">{t('caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('card')}</th>
              <th scope="col">{t('amountIn', { unit: format.unit('TOMAN') })}</th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((row) => (
              <tr key={row.id}>
                <td>{format.dateTime(row.receivedAtDateTime ?? row.createdAtDateTime)}</td>
                <td>{row.orderNumber ?? row.description}</td>
                <td>
                  <BankNumber masked={row.cardNumber} />
                </td>
                <td>
                  <Money value={row.amount} asset="TOMAN" bare />{' '}
                  <span className={css.unit}>{format.unit('TOMAN')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages.hasMore && (
        <div className={css.screen}>
          <ListEnd pages={pages} />
        </div>
      )}
    </>
  );
}
