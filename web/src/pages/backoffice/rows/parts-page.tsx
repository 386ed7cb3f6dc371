import type { BusinessRowKind } from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useSearchParams } from '../../../framework/navigation/router.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { WaitingChanges } from './waiting.tsx';

export interface RowsPart<K extends string> {
  key: K;
  label: string;
  kinds: readonly BusinessRowKind[];
  content: ReactNode;
}

interface PartsPageProps<K extends string> {
  title: string;
  lead: string;
  label: string;
  parts: readonly [RowsPart<K>, ...RowsPart<K>[]];
}

/** A page of rows in tabs (`?list=`), with changes that wait for a second admin above. */
export function RowsTabsPage<K extends string>({ title, lead, label, parts }: PartsPageProps<K>) {
  const [search, setSearch] = useSearchParams();
  const part = parts.find(({ key }) => key === search.get('list')) ?? parts[0];
  return (
    <BackofficePage title={title} lead={lead}>
      <WaitingChanges kinds={parts.flatMap(({ kinds }) => kinds)} />
      <Stack gap={4}>
        <Tabs
          label={label}
          tabs={parts.map(({ key, label: text }) => ({ key, label: text }))}
          value={part.key}
          onChange={(key) => setSearch(key === parts[0].key ? {} : { list: key }, { replace: true })}
        >
          <Stack gap={4}>{part.content}</Stack>
        </Tabs>
      </Stack>
    </BackofficePage>
  );
}
