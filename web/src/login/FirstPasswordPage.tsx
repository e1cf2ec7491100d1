import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { PasswordForm } from '../account/PasswordForm';
import { Wordmark } from '../ui/Wordmark';
import classes from './LoginPage.module.css';
import { WaterLine } from './WaterLine';

// FirstPasswordPage is all that a user can open whose password an administrator chose.
export function FirstPasswordPage() {
  useDocumentTitle('Choose a password · Millrace');
  return (
    <div className={classes.page}>
      <WaterLine />
      <main id="main" className={classes.card} tabIndex={-1}>
        <Wordmark size={34} />
        <div>
          <Title order={1} size="h3">
            Choose a password
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            An administrator chose your current password, so somebody else knows it. Choose your own, then sign in with it.
          </Text>
        </div>
        <PasswordForm />
      </main>
    </div>
  );
}
