import type { BankCheck, houseBankAccounts, readBankCheck, requestBankCheck } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Facts } from '../../../../ui/layout/facts.tsx';
import { Cluster, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import css from '../../shared/parts.module.css';
import { useStaffMutation } from '../../shared/use-act.ts';

const ACCOUNTS = ['backoffice', 'bank', 'accounts'];
const CHECK = ['backoffice', 'bank', 'check'];
/** The worker calculates it within a moment: polled, so that the result appears without a reload. */
const POLL_MS = 5_000;

/** In the order of the equation; the texts mark subtracted ones. */
const TERMS = [
  ...(['openings', 'settlements', 'fees', 'capital', 'unexplained', 'unbookedDeposits'] as const),
  ...([
    'unseenDeposits',
    'unseenReturns',
    'unseenPayouts',
    'unbookedPayouts',
    'payoutsBack',
    'fractions',
  ] as const),
];
const SUBTRACTED_TERMS: readonly (typeof TERMS)[number][] = ['unseenDeposits', 'unbookedPayouts'];

/** Our bank accounts, and whether their total equals the ledger's. */
export function BankLedgerCheck() {
  const t = useTranslations('treasury.statement');
  const check = useTranslations('treasury.statement.check');
  const { dateTime } = useFormat();
  const accounts = useQuery({
    queryKey: ACCOUNTS,
    queryFn: async ({ signal }) =>
      (await call<typeof houseBankAccounts>('GET', '/backoffice/house-bank-accounts', { signal })).content,
  });
  const { data: last } = useQuery({
    queryKey: CHECK,
    queryFn: async ({ signal }) =>
      (await call<typeof readBankCheck>('GET', '/backoffice/bank-check', { signal })).baseDTO,
    refetchInterval: POLL_MS,
  });
  const { mutate, busy, problem } = useStaffMutation({
    run: () => call<typeof requestBankCheck>('POST', '/backoffice/bank-check'),
    successText: check('counting'),
  });
  if (!accounts.data) return null;
  return (
    <Card>
      <Stack gap={4}>
        <Cluster gap={3} justify="between" wrap>
          <h2>{check('title')}</h2>
          {accounts.data.length > 0 && (
            <Button variant="ghost" busy={busy} onClick={() => mutate()}>
              {check('count')}
            </Button>
          )}
        </Cluster>
        {problem && <p className={css.muted}>{problem}</p>}
        {accounts.data.length === 0 && (
          <Text as="p" size="sm">
            {t('noAccounts')}
          </Text>
        )}
        <Facts
          facts={accounts.data.flatMap(({ id, name, closing, until }) => [
            { key: id, label: name, value: <Money value={closing} asset="TOMAN" /> },
            ...(until ? [{ key: `${id} until`, label: t('until'), value: dateTime(until) }] : []),
          ])}
        />
        {last && <LastCheck check={last} />}
        {last === null && accounts.data.length > 0 && <p className={css.muted}>{check('never')}</p>}
      </Stack>
    </Card>
  );
}

function LastCheck({ check: last }: { check: BankCheck }) {
  const t = useTranslations('treasury.statement.check');
  const { dateTime } = useFormat();
  const renderToman = (value: string) => <Money value={value} asset="TOMAN" />;
  return (
    <>
      <Facts
        facts={[
          { key: 'books', label: t('books'), value: renderToman(last.books) },
          ...TERMS.filter((term) => last[term] !== '0').map((term) => ({
            key: term,
            label: SUBTRACTED_TERMS.includes(term) ? t('less', { term: t(term) }) : t(term),
            value: renderToman(last[term]),
          })),
          { key: 'closing', label: t('closing'), value: renderToman(last.closing) },
          { key: 'difference', label: t('difference'), value: renderToman(last.difference), strong: true },
        ]}
      />
      <p className={css.muted}>{t('at', { time: dateTime(last.at) })}</p>
    </>
  );
}
