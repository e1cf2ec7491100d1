import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Wordmark } from '../ui/Wordmark';
import classes from './LoginPage.module.css';
import { WaterLine } from './WaterLine';

interface SmallPageProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

// SmallPage is a page for people who are not signed in: one card with a form.
export function SmallPage({ title, description, children }: SmallPageProps) {
  useDocumentTitle(`${title} · Millrace`);
  return (
    <div className={classes.page}>
      <WaterLine />
      <main id="main" className={classes.card} tabIndex={-1}>
        <Wordmark size={34} />
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {description}
          </Text>
        </div>
        {children}
      </main>
    </div>
  );
}
