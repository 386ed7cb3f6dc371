import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { ErrorState } from './empty-state.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Of the size of what comes. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** What is shown of an answer: its place while it comes, itself, or why it didn't come. */
export function QueryBoundary<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { text } = useErrorMessages();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return skeleton;
  return <ErrorState text={text(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />;
}
