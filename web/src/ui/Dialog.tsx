import { CloseButton } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './Dialog.module.css';
import { useModal } from './useModal';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string;
  children: ReactNode;
  // False while a click outside the dialog would lose a value that cannot be shown again. What was typed is never lost so.
  closesOnOutsideClick?: boolean;
}

const sizes: Record<string, string> = { md: '27.5rem', lg: '38.75rem', xl: '48.75rem' };

// Dialog is a modal dialog of the browser: the rest of the page is inert, and Escape closes it.
export function Dialog({ opened, ...rest }: DialogProps) {
  return opened ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({ onClose, title, size = 'md', children, closesOnOutsideClick = true }: Omit<DialogProps, 'opened'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOutside = useRef(false);
  const isTyped = useRef(false);
  const titleID = useId();
  useModal(dialog);
  // The element itself is only hit outside of its content. A click may begin inside, such as the selection of a text.
  const hitsOutside = (event: MouseEvent) => event.target === dialog.current;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleID}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onMouseDown={(event) => {
        isOutside.current = hitsOutside(event);
      }}
      onClick={(event) => {
        if (closesOnOutsideClick && !isTyped.current && isOutside.current && hitsOutside(event)) onClose();
      }}
    >
      <div className={classes.content} data-size={size in sizes ? size : undefined} style={{ width: sizes[size] ?? size }}>
        <header className={classes.head}>
          <h2 id={titleID} className={classes.title}>
            {title}
          </h2>
          <CloseButton aria-label="Close" onClick={onClose} />
        </header>
        <div className={classes.body}>{children}</div>
      </div>
    </dialog>
  );
}
