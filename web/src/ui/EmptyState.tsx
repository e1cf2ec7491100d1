import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import { Icon, type IconName } from './Icon';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  // 1 if nothing else on the page has a heading.
  level?: 1 | 2;
}

// EmptyState explains what an empty list would contain and how to add to it.
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon name={icon} size={26} />
      </span>
      <Title order={level} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action}
    </div>
  );
}
