import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import classes from '../login/LoginPage.module.css';
import { WaterLine } from '../login/WaterLine';
import { Wordmark } from '../ui/Wordmark';
import { FactorSetup } from './FactorSetup';

// SecondFactorPage is all that a user can open who has no second factor where the organization requires one.
export function SecondFactorPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useDocumentTitle('Set up a second factor · Millrace');

  async function openApplication() {
    // The routes use what is stored of the user, which still says that the session can do nothing else.
    queryClient.removeQueries({ queryKey: ['me'] });
    await navigate({ to: '/' });
  }

  return (
    <div className={classes.page}>
      <WaterLine />
      <main id="main" className={classes.card} tabIndex={-1}>
        <Wordmark size={34} />
        <div>
          <Title order={1} size="h3">
            Set up a second factor
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            Your organization requires a code of an authenticator application at each sign-in with a password.
          </Text>
        </div>
        <FactorSetup onDone={() => void openApplication()} />
      </main>
    </div>
  );
}
