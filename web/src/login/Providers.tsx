import { Button, Stack } from '@mantine/core';
import type { SignInProvider } from '../api/singleSignOn';
import { Icon } from '../ui/Icon';

interface ProvidersProps {
  providers: SignInProvider[];
  // The page to show after the sign-in.
  next?: string;
  isSecondary?: boolean;
}

// Providers are links, because the browser leaves the application for the provider.
export function Providers({ providers, next, isSecondary }: ProvidersProps) {
  return (
    <Stack gap="xs">
      {providers.map(({ organization, startURL }) => (
        <Button
          key={startURL}
          component="a"
          href={next ? `${startURL}&next=${encodeURIComponent(next)}` : startURL}
          variant={isSecondary ? 'default' : 'filled'}
          leftSection={<Icon name="key" />}
        >
          Continue with {organization} single sign-on
        </Button>
      ))}
    </Stack>
  );
}
