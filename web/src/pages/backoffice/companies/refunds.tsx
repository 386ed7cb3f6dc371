import type { CompanyRefund, companyRefunds, StaffCompanyDetail } from '@sarraf/domain/contracts';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { cx } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/fields/select.tsx';
import css from '../shared/parts.module.css';
import { ResourceList } from '../shared/resource-list.tsx';
import { useUrlFilter } from '../shared/use-url-filter.ts';
import own from './companies.module.css';
import { RefundCard } from './refund-card.tsx';

const STATES = ['ASKED', 'PAID', 'CANCELLED'] as const satisfies CompanyRefund['state'][];

/** Refunds to payers' cards, of all stores; `?state=` selects decided ones. */
export function AllRefunds() {
  const t = useTranslations('staffCompanies.refunds');
  const [state, setFilter] = useUrlFilter('state', STATES);
  const pages = useCursorPagination<CompanyRefund>(
    ['backoffice', 'companies', 'refunds', state],
    (page, signal) =>
      call<typeof companyRefunds>('GET', '/backoffice/company-refunds', {
        query: { ...page, state },
        signal,
      }),
  );
  return (
    <>
      <div className={cx(css.pick, own.pick)}>
        <Select
          label={t('filter')}
          options={STATES.map((key) => ({ value: key, label: t(key) }))}
          value={state}
          onChange={setFilter}
        />
      </div>
      <ResourceList
        pages={pages}
        empty={{ icon: IconReceiptRefund, title: t(`emptyTitle.${state}`), text: t('emptyText') }}
        card={(row) => <RefundCard row={row} />}
      />
    </>
  );
}

/** All refunds of one store, in any state. */
export function StoreRefunds({ store }: { store: StaffCompanyDetail }) {
  const t = useTranslations('staffCompanies.refunds');
  const pages = useCursorPagination<CompanyRefund>(
    ['backoffice', 'companies', 'refunds', 'of', store.id],
    (page, signal) =>
      call<typeof companyRefunds>('GET', '/backoffice/company-refunds', {
        query: { ...page, company: store.id },
        signal,
      }),
  );
  return (
    <ResourceList
      pages={pages}
      empty={{ icon: IconReceiptRefund, title: t('noneOfStore'), text: t('emptyText') }}
      card={(row) => <RefundCard row={row} here />}
    />
  );
}
