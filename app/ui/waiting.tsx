import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

export type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;

type Props = {
  query: Query<unknown>;
  /** What is loading: "Loading proposals". */ label: string;
  /** Of the placeholder. */ rows?: number;
} & Pick<ComponentProps<typeof Skeleton>, 'isForm' | 'isList' | 'isDesk'>;

/** Until a query has its first answer: a placeholder, or why there is none and a way to retry. */
export function Waiting({ query: { data, error, refetch }, ...placeholder }: Props) {
  if (data !== undefined) return null;
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return <Skeleton {...placeholder} />;
}
