import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { fieldId } from '#app/ui/field.tsx';
import { pictureLabels } from './picture-labels.ts';

const NAME_CHARS = 80;

/** What files cannot be called. */
const UNSAFE = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu;

/** How a field takes pictures, and what becomes of them. */
export type Pictures = {
  take: (files: readonly File[], set: (file: File | null) => void) => void;
  /** Whether this file is made of them. */
  isMade: (file: File) => boolean;
  forget: () => void;
  /** What was made before is not offered meanwhile. */
  isMaking: boolean;
  refusal: string | undefined;
  status: ReactNode;
};

type Props = {
  label: string;
  /** Of the field. */
  name: string;
};

/** The tool that makes a PDF loads with the first picture. Rejects with a sentence. */
async function makeOf(
  pictures: readonly File[],
  label: string,
  onProgress: (done: number) => void,
): Promise<File> {
  const { makePdf, MOST_PICTURES, UnreadablePicture } = await import('#app/pictures/make-pdf.ts');
  if (pictures.length > MOST_PICTURES) throw new Error(pictureLabels.tooMany(MOST_PICTURES));
  const name = label.replace(UNSAFE, ' ').trim().slice(0, NAME_CHARS) || pictureLabels.file;
  return makePdf(pictures, `${name}.pdf`, onProgress).catch((error: unknown) => {
    const isUnreadable = error instanceof UnreadablePicture;
    throw new Error(isUnreadable ? pictureLabels.unreadable(error.message) : pictureLabels.failed);
  });
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/');

const describeMaking = (done: number | null, count: number): string => {
  if (count === 0) return '';
  return done === null ? pictureLabels.made(count) : pictureLabels.making(done, count);
};

/** Makes one PDF of pictures on this device; more can be added. */
export function usePictures({ label, name }: Props): Pictures {
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const made = useRef<File>(null);
  const isAdding = useRef(false);
  const turn = useRef(0);
  const forget = () => {
    turn.current += 1;
    made.current = null;
    setChosen([]);
    setDone(null);
    setRefusal(undefined);
  };
  const make = async (all: readonly File[], set: (file: File) => void) => {
    const before = chosen;
    const mine = (turn.current += 1);
    const isCurrent = () => turn.current === mine;
    setRefusal(undefined);
    setChosen(all);
    setDone(0);
    try {
      const file = await makeOf(all, label, (at) => isCurrent() && setDone(at));
      if (!isCurrent()) return;
      made.current = file;
      set(file);
    } catch (error) {
      if (!isCurrent()) return;
      setChosen(before);
      setRefusal(error instanceof Error ? error.message : pictureLabels.failed);
    }
    setDone(null);
  };
  const take: Pictures['take'] = (files, set) => {
    const all = isAdding.current ? [...chosen, ...files] : files;
    isAdding.current = false;
    if (all.every(isPicture)) return void make(all, set);
    if (all.length > 1) return setRefusal(pictureLabels.mixed);
    forget();
    set(all[0]!);
  };
  const add = () => {
    isAdding.current = true;
    document.getElementById(fieldId(name))?.click();
  };
  const isMaking = done !== null;
  return {
    ...{ take, forget, isMaking, refusal },
    isMade: (file) => file === made.current,
    status: (
      <>
        <p role="status">{describeMaking(done, chosen.length)}</p>
        {!isMaking && chosen.length > 0 && (
          <Button variant="secondary" isSmall onClick={add}>
            {pictureLabels.add}
          </Button>
        )}
      </>
    ),
  };
}
