import type { BankLine, bankLines, explainBankLine } from '@sarraf/domain/contracts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../../lib/queries/use-pages.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Facts } from '../../../../ui/layout/facts.tsx';
import { Cluster, Text } from '../../../../ui/layout/layout.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import cards from '../../shared/cards.module.css';
import { useAmountText } from '../../shared/coin-amount.tsx';
import css from '../../shared/parts.module.css';
import { WaitingTime } from '../../shared/parts.tsx';
import { ResourceList } from '../../shared/resource-list.tsx';

type LineCause = 'FEE' | 'CAPITAL';

/** Unmatched lines of bank statements, to be explained by two staff members. */
export function UnexplainedLines() {
  const t = useTranslations('treasury.statement');
  const [action, setAction] = useState<StaffAction | null>(null);
  const pages = useCursorPagination<BankLine>(['backoffice', 'bank', 'lines'], (page, signal) =>
    call<typeof bankLines>('GET', '/backoffice/bank-lines', { query: page, signal }),
  );
  return (
    <>
      <ResourceList
        pages={pages}
        empty={{ icon: IconBuildingBank, title: t('emptyLinesTitle'), text: t('emptyLinesText') }}
        card={(row) => <BankLineCard row={row} onAct={setAction} />}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

function BankLineCard({ row, onAct }: { row: BankLine; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.statement');
  const { dateTime } = useFormat();
  const { say, confirm } = useLineActions(row);
  const email = useSession().account?.email;
  const { said, saidBy } = row;
  // An outgoing line may be a fee or capital; an incoming one is our own money, or that of a customer still to be
  // identified.
  const causes: LineCause[] = row.amount.startsWith('-') ? ['FEE', 'CAPITAL'] : ['CAPITAL'];
  const isOwnLine = email === saidBy || email === row.importedBy;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          <Money value={row.amount} asset="TOMAN" />
        </Text>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      <Facts
        facts={[
          { key: 'reference', label: t('reference'), value: <bdi className="latin">{row.reference}</bdi> },
          ...(row.identifier
            ? [
                {
                  key: 'identifier',
                  label: t('identifier'),
                  value: <bdi className="latin">{row.identifier}</bdi>,
                },
              ]
            : []),
          { key: 'account', label: t('account'), value: row.account },
          { key: 'at', label: t('time'), value: dateTime(row.at) },
        ]}
      />
      <p className={css.muted}>{t('importedBy', { who: row.importedBy })}</p>
      {said && <p className={css.muted}>{t('said', { who: saidBy ?? '', cause: t(`cause.${said}`) })}</p>}
      <Cluster gap={2} align="stretch" wrap className={css.ways}>
        {said && (
          <Button disabledReason={isOwnLine ? t('needsAnother') : null} onClick={() => onAct(confirm(said))}>
            {t('confirm', { cause: t(`cause.${said}`) })}
          </Button>
        )}
        {causes
          .filter((cause) => cause !== said)
          .map((cause) => (
            <Button key={cause} variant="ghost" onClick={() => onAct(say(cause))}>
              {t(`say.${cause}`)}
            </Button>
          ))}
      </Cluster>
    </Card>
  );
}

function useLineActions({ id, amount }: BankLine) {
  const t = useTranslations('treasury.statement');
  const formattedAmount = useAmountText()(amount, 'TOMAN');
  const explain = (decision: 'SAY' | 'CONFIRM', cause: LineCause) => (reason: string) =>
    call<typeof explainBankLine>('POST', '/backoffice/bank-lines/:id', {
      params: { id },
      body: { decision, cause, reason },
    });
  const proposeCause = (cause: LineCause): StaffAction => ({
    title: t('sayTitle'),
    text: t('sayText', { amount: formattedAmount }),
    confirm: t(`say.${cause}`),
    successText: t('saidDone'),
    reasoned: true,
    run: explain('SAY', cause),
  });
  const confirmCause = (cause: LineCause): StaffAction => ({
    title: t('confirmTitle', { cause: t(`cause.${cause}`) }),
    text: t('confirmText', { amount: formattedAmount }),
    confirm: t('confirm', { cause: t(`cause.${cause}`) }),
    successText: t('confirmed'),
    reasoned: true,
    run: explain('CONFIRM', cause),
  });
  return { say: proposeCause, confirm: confirmCause };
}
