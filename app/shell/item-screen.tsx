import type { ComponentProps, ReactNode } from 'react';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Waiting, type Query } from '#app/ui/waiting.tsx';
import { isMissing, NotFoundState } from './not-found-state.tsx';

type Props<Item> = {
  item: Query<Item>;
  /** The list it is in, above the title and where a missing item leads back to. */
  list: { to: string; label: string };
  title: string;
  /** What is loading: "Loading the post". */
  loading: string;
  /** Its placeholder has fields. */
  isForm?: boolean;
  children: (item: Item, reload: () => void) => ReactNode;
} & Omit<ComponentProps<typeof PageHeading>, 'title' | 'back'>;

/** The screen of one item, to read or to edit, in each of its states. */
export function ItemScreen<Item>({
  item,
  list,
  loading,
  isForm,
  children,
  ...heading
}: Props<Item>) {
  if (isMissing(item.error))
    return <NotFoundState title={item.error.message} to={list.to} label={list.label} />;
  return (
    <>
      <PageHeading {...heading} back={list} />
      <Waiting query={item} label={loading} isForm={isForm} />
      {item.data !== undefined && children(item.data, () => void item.refetch())}
    </>
  );
}
