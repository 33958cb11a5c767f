import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import css from './dialog.module.css';
import { showUnasked } from './unasked-dialog.ts';

type Props = {
  title: string;
  isOpen: boolean;
  /**
   * True while a request is running that closing could not cancel: the dialog stays open until the
   * answer.
   */
  isBusy?: boolean;
  /** For a page in a dialog: wide, with the close button visible at the top. */
  isPage?: boolean;
  /** It opens by itself: keys go on to where they went until somebody has had time to read it. */
  isUnasked?: boolean;
  /** Called for Escape and for any action that closes. */
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
};

/**
 * A real <dialog>: focus moves in, Escape closes, focus returns. Rendered in the body, so that no
 * ancestor dims it or affects its layout.
 */
export function Dialog({
  title,
  isOpen,
  isBusy,
  isPage,
  isUnasked,
  onClose,
  actions,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === isOpen) return;
    if (isOpen && isUnasked) return showUnasked(dialog);
    if (isOpen) showFromTop(dialog);
    else dialog.close();
  }, [isOpen, wasOpened, isUnasked]);

  // If it is unmounted while open, it must still give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, [wasOpened]);

  if (!wasOpened) return null;
  // Closed by us, at once: the browser reports its own closing too late for a key pressed next.
  const cancelled = (event: SyntheticEvent) => {
    // A file field inside, whose picker was cancelled, reports it by the same event.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!isBusy) onClose();
  };
  const closed = () => {
    // The event is asynchronous: the dialog may have been opened again since.
    if (ref.current?.open) return;
    // Browsers close at a second Escape even if the first was cancelled.
    if (isOpen && isBusy) ref.current?.showModal();
    else if (isOpen) onClose();
  };
  return createPortal(
    <dialog
      ref={ref}
      className={classNames(css.dialog, isPage && css.page)}
      aria-labelledby={titleId}
      onCancel={cancelled}
      onClose={closed}
    >
      {isOpen && (
        <>
          <div className={css.head}>
            <h2 id={titleId}>{title}</h2>
            {isPage && actions}
          </div>
          {children}
          {!isPage && <div className={`${css.actions} row`}>{actions}</div>}
        </>
      )}
    </dialog>,
    document.body,
  );
}

/** A long dialog whose first control is at its end would open there, past its title. */
function showFromTop(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (dialog.scrollTop === 0) return;
  const heading = dialog.querySelector('h2')!;
  heading.tabIndex = -1;
  heading.focus();
  dialog.scrollTop = 0;
}
