/** What a logout takes from this device. */
import { forgetDesks, owedDesks } from './desk-keys.ts';
import {
  draftForms,
  forgetDrafts,
  forgetVisits,
  isVisitors,
  readDrafts,
  writeReturn,
  type Draft,
} from './local-storage.ts';
import { forgetPitches, owedPitches } from './pitch-records.ts';
import { clearTab } from './tab-storage.ts';

/**
 * A judge's scores that the server has not received yet: by contract §9.9 the phone deletes an
 * entry only after its result.
 */
const isOwed = (form: string): boolean =>
  form.startsWith('review:') && readDrafts(form)[0]?.isSent === false;

/** `person` is the id that the keys of their drafts end with; a visitor's may be theirs, too. */
const formsOf = (person: string): string[] =>
  draftForms().filter((form) => (form.endsWith(`:${person}`) || isVisitors(form)) && !isOwed(form));

const isUnsaved = ({ values, isSent }: Draft): boolean =>
  isSent !== true && Object.values(values).some((value) => value.trim());

/**
 * The forms in which a logout deletes something typed that the server does not have, and the scores
 * and changes of pitch rounds that wait to be sent: those stay.
 */
export const unsavedForms = (person: string): string[] => [
  ...formsOf(person).filter(
    (form) => !form.startsWith('upload:') && readDrafts(form).slice(0, 1).some(isUnsaved),
  ),
  ...owedPitches(person),
  ...owedDesks(person),
];

/** After a logout nothing of this person stays on this device; `clearSession` does the rest. */
export function forgetPerson(person: string): void {
  forgetDrafts(formsOf(person));
  forgetPitches(person);
  forgetDesks(person);
  forgetVisits(person);
  writeReturn(null);
  clearTab();
}
