import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Environment.module.css';

interface SectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

// Section is a titled block of the environment page.
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionTitle}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  );
}
