import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string;
  children: ReactNode;
  // False while a click outside the dialog would lose a value that cannot be shown again.
  closesOnOutsideClick?: boolean;
}

// Dialog returns the focus to the element that had it before. If that element no longer exists, such as a deleted
// row, the content of the page gets the focus.
export function Dialog({ opened, onClose, title, size = 'md', children, closesOnOutsideClick = true }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={closesOnOutsideClick}
      onExitTransitionEnd={rescueFocus}
    >
      {children}
    </Modal>
  );
}

// Mantine returns the focus some milliseconds after the dialog has closed; only then can the dialog detect that it
// was lost.
const afterReturnMilliseconds = 60;

function rescueFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, afterReturnMilliseconds);
}
