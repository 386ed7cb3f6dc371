import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { ErrorState } from './empty-state.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** As large as the expected content. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a query's data, its skeleton while loading, or its error. */
export function QueryBoundary<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { text } = useErrorMessages();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return skeleton;
  return <ErrorState text={text(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />;
}
