import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Editor.module.css';

interface GroupProps {
  name: string;
  description?: string;
  // Why its options have no effect now.
  reason?: string;
  children: ReactNode;
}

// Group is a part of a form that folds.
export function Group({ name, description, reason, children }: GroupProps) {
  return (
    <details open className={classes.group}>
      <summary>{name}</summary>
      <div className={classes.groupBody}>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {reason && (
          <Text size="sm" c="dimmed" data-reason>
            {reason}
          </Text>
        )}
        {children}
      </div>
    </details>
  );
}
