import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Tooltip } from './Tooltip';

interface ActionButtonProps extends ButtonProps {
  // Why the action is not possible now; absent if it is. The button stays focusable, so that keyboard and screen
  // reader get the reason too.
  reason?: string;
  'aria-label'?: string;
  title?: string;
  autoFocus?: boolean;
  type?: 'submit' | 'button';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

// ActionButton is a button that says why it is disabled.
export function ActionButton({ reason, onClick, children, ...rest }: ActionButtonProps) {
  const id = useId();
  if (!reason) {
    return (
      <Button onClick={onClick} {...rest}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <Tooltip label={reason}>
        <Button {...rest} data-disabled aria-disabled="true" aria-describedby={id} onClick={(event) => event.preventDefault()}>
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  );
}
