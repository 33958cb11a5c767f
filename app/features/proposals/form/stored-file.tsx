import type { Proposal } from '#domain/proposals/schema.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { proposalLabels } from '../labels.ts';
import css from './proposal-form.module.css';

/** What the proposal has now. */
type Props = { file: Proposal['documents'][string]; isInQuestion?: boolean };

export const StoredFile = ({ file, isInQuestion = false }: Props) => (
  <p className={isInQuestion ? 'note' : `${css.stored} note`}>
    {proposalLabels.current}: <b>{file.file_name}</b> <span>{`(${formatBytes(file.size)})`}</span>
  </p>
);
