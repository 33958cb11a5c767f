import type { InterestValues } from './interest-fields.tsx';

const linesOf = (text: FormDataEntryValue | null): string[] => String(text ?? '').split('\n');

/** The form's lines as lists; the schema drops blank ones. */
export const readInterests = (data: FormData) => ({
  organisations: linesOf(data.get('organisations')),
  people: linesOf(data.get('people')),
  is_named: data.has('is_named'),
});

type StoredInterests = {
  organisations: readonly string[];
  people: readonly string[];
  is_named: boolean;
};

/** The lists as lines. */
export const interestValues = ({
  organisations,
  people,
  is_named,
}: StoredInterests): InterestValues => ({
  organisations: organisations.join('\n'),
  people: people.join('\n'),
  ...(is_named && { is_named: 'true' }),
});
