import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string;
  children: ReactNode;
  // False while a click beside the dialog would lose something that cannot be had again.
  closesOnOutsideClick?: boolean;
}

// Dialog gives the focus back to where it came from. When that place is gone, such as the row that was just
// deleted, the focus goes to the page's content instead of getting lost.
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

// Mantine gives the focus back some milliseconds after the dialog is gone; only then is it known to be lost.
const afterReturnMilliseconds = 60;

function rescueFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, afterReturnMilliseconds);
}
