import { Button } from '@mantine/core';
import { useState } from 'react';

interface TwoClicksProps {
  action: string;
  confirmation: string;
  // What the action ends, for people who do not see the row.
  object: string;
  isWorking: boolean;
  onConfirm: () => void;
}

// TwoClicks is a button whose second click does something that cannot be undone.
export function TwoClicks({ action, confirmation, object, isWorking, onConfirm }: TwoClicksProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Button
      size="compact-sm"
      variant={isAsked ? 'filled' : 'subtle'}
      color={isAsked ? 'red.9' : 'red'}
      loading={isWorking}
      aria-label={`${isAsked ? `Confirm: ${action.toLowerCase()}` : action} ${object}`}
      onClick={() => (isAsked ? onConfirm() : setAsked(true))}
      onBlur={() => setAsked(false)}
    >
      {isAsked ? confirmation : action}
    </Button>
  );
}
