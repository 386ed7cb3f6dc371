import { IconClock, IconNews } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { SocialLinks } from '../../../ui/buttons/social-links.tsx';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { StatusHead } from '../../../ui/feedback/status-head.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Logo } from '../../../ui/images/logo.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PaperFacts, PrintSheet } from '../../../ui/layout/paper-page.tsx';
import { ArticleLayout } from '../../../ui/layout/reading.tsx';
import { Separator } from '../../../ui/layout/separator.tsx';
import { AutomationList, AutomationNote, AutomationRow } from '../../../ui/layout/standing.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { FilterBar } from '../../../ui/tables/filter-bar.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { Carousel } from '../../../ui/texts/carousel.tsx';
import { KeyList } from '../../../ui/values/key-list.tsx';
import css from './gallery.module.css';

const NUMBERS = ['یک', 'دو', 'سه', 'چهار', 'پنج'];
const CHAPTERS = ['ثبت‌نام', 'احراز هویت', 'اولین خرید'];
const SITES = {
  telegram: 'https://example.com/t',
  instagram: 'https://example.com/i',
  twitter: 'https://example.com/x',
  linkedin: 'https://example.com/l',
};

const createLoadedQuery = (parts: object) => parts as unknown as UseQueryResult<string>;
const pages = (parts: object) => ({ more: () => undefined, ...parts }) as unknown as PaginatedList<unknown>;

/** Layout components. */
export function PageParts({ theme }: { theme: string }) {
  const id = useId();
  const [panelSize, setPanelSize] = useState<number | null>(null);
  return (
    <div className={css.stack}>
      <Carousel
        title={`نوار اسلاید، ${theme}`}
        slides={NUMBERS.map((key) => ({ key, content: <NumberCard name={key} /> }))}
      />
      <Carousel
        title={`نوار در انتظار، ${theme}`}
        loading
        slides={NUMBERS.slice(0, 3).map((key) => ({ key, content: <Skeleton height={120} /> }))}
      />
      <KeyList
        turnLabel={`کلیدهای میان‌بر، ${theme}`}
        rows={[
          { keys: ['J', '↓'], does: 'مورد بعدی' },
          { keys: ['Enter'], does: 'باز کردن' },
        ]}
      />
      <ActiveFilter theme={theme} />
      <StatusHead
        icon={IconClock}
        tone="review"
        over="حساب شرکتی"
        title={
          <>
            در حال بررسی <ChangeLink text="تغییر" onClick={() => undefined} />
          </>
        }
      />
      <AutomationList label="آنچه تنظیم شده است">
        <AutomationRow
          coin="BITCOIN"
          state="در انتظار"
          tone="active"
          actions={<ChangeLink text="تغییر" onClick={() => undefined} />}
        >
          <strong>هر شنبه ۵۰۰٬۰۰۰ تومان</strong>
        </AutomationRow>
      </AutomationList>
      <AutomationNote>این‌ها خودشان کار می‌کنند.</AutomationNote>
      <Picture src={null}>
        <IconNews size={26} aria-hidden />
      </Picture>
      <ArticleLayout chapters={CHAPTERS.map((title, index) => ({ key: `${id}-${index}`, title }))}>
        {CHAPTERS.map((title, index) => (
          <section key={title} id={`${id}-${index}`}>
            <h3>{title}</h3>
            <Skeleton height={64} />
          </section>
        ))}
      </ArticleLayout>
      <QueryBoundary
        query={createLoadedQuery({ data: undefined, isError: false })}
        skeleton={<Skeleton height={20} />}
      >
        {(text) => text}
      </QueryBoundary>
      <QueryBoundary
        query={createLoadedQuery({ data: undefined, isError: true, error: new ApiError('OFFLINE') })}
        skeleton={null}
      >
        {(text) => text}
      </QueryBoundary>
      <ListEnd pages={pages({ hasMore: true, loadingMore: true, rows: [1] })} />
      <ListEnd pages={pages({ hasMore: false, rows: [1] })} />
      <Card padding="flush">
        <PagedTable
          still
          caption="صفحه‌به‌صفحه"
          columns={[{ key: 'number', head: 'شماره', cell: (number) => String(number) }]}
          pages={pages({ rows: NUMBERS, hasMore: false })}
          rowKey={String}
        />
      </Card>
      <PrintSheet>
        <PaperFacts
          facts={[
            ['name', 'نام', 'سارا رضایی'],
            ['span', 'بازه', '۱۴۰۴'],
          ]}
        />
      </PrintSheet>
      <Separator
        label={`اندازه بخش پایین، ${theme}`}
        panelId={`${id}-sized`}
        direction="horizontal"
        least={40}
        most={160}
        onSize={setPanelSize}
      />
      <div id={`${id}-sized`} style={{ blockSize: panelSize ?? 64 }}>
        <Skeleton height="100%" />
      </div>
      <div className={css.line}>
        <Logo name="صرّاف" />
        <SocialLinks info={SITES} />
        <Menu
          trigger="منو"
          triggerClass={css.trigger}
          items={[
            { key: 'home', label: 'صفحه اصلی', to: '/' },
            { key: 'here', label: 'همین‌جا', to: '/sandbox/ui' },
            { key: 'act', label: 'یک کار', onSelect: () => undefined, separated: true },
          ]}
        />
      </div>
    </div>
  );
}

function ActiveFilter({ theme }: { theme: string }) {
  const [filtered, setFiltered] = useState(true);
  return (
    <FilterBar
      words={{
        filters: 'فیلترها',
        chosen: `یک فیلتر فعال، ${theme}`,
        clear: 'پاک کردن فیلترها',
        show: 'نمایش فهرست',
      }}
      chosen={
        filtered
          ? [
              {
                key: 'kind',
                label: 'معامله',
                removeLabel: `حذف فیلتر معامله، ${theme}`,
                onRemove: () => setFiltered(false),
              },
            ]
          : []
      }
      onClear={() => setFiltered(false)}
    >
      <Checkbox checked={filtered} onChange={(event) => setFiltered(event.target.checked)}>
        تنها معامله‌ها
      </Checkbox>
    </FilterBar>
  );
}

function NumberCard({ name }: { name: string }) {
  return (
    <Card>
      <a href={`#${name}`}>{name}</a>
    </Card>
  );
}
