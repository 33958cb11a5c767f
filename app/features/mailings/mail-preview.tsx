import type { ReactNode } from 'react';
import { PlainText } from '#app/ui/plain-text.tsx';
import css from './mail-preview.module.css';

type Props = {
  /** Who gets it. */ title: ReactNode;
  subject: string;
  text: string;
  isOpen: boolean;
};

/** A mail as it is read, before it is sent. */
export const MailPreview = ({ title, subject, text, isOpen }: Props) => (
  <details className={`${css.mail} fold`} open={isOpen}>
    <summary>
      <span>
        <span>{title}</span> <small className="note">{subject}</small>
      </span>
    </summary>
    <PlainText>{text}</PlainText>
  </details>
);
