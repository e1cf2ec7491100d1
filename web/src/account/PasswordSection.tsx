import { Alert, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tokensQuery } from '../api/tokens';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { PasswordForm } from './PasswordForm';

export function PasswordSection() {
  return (
    <section aria-labelledby="password-title">
      <Title order={2} size="h3" id="password-title" mb="md">
        Change password
      </Title>
      <PasswordForm warning={<RevocationWarning />} />
    </section>
  );
}

function RevocationWarning() {
  const total = useQuery(tokensQuery).data?.total;
  return (
    <Alert variant="outline" color="orange" icon={<Icon name="alert" />} title="Changing your password revokes all your access tokens">
      {total === undefined ? 'Your tokens are' : `${counted(total, 'token')} will be`} revoked at once. Clients that use them
      get 401, and all your browser sessions end. Generate new tokens afterwards.
    </Alert>
  );
}
