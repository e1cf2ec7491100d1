import { Anchor, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import { TokenSection } from '../tokens/TokenSection';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { personName } from '../ui/text';
import { roleNames } from '../users/roles';
import { SecondFactorSection } from '../secondFactor/SecondFactorSection';
import { SessionSection } from '../sessions/SessionSection';
import { PasswordSection } from './PasswordSection';

// The page is in the same file for the browser: a file of its own would split the files that other pages share.
export { SecondFactorPage } from '../secondFactor/SecondFactorPage';

export function AccountPage() {
  const { user, organization } = useSuspenseQuery(meQuery).data;
  return (
    <Stack gap="xl">
      <PageHeader
        title="Account"
        description={
          <>
            {personName(user)}, {user.email}. {roleNames[user.organizationRole]} of {organization.name}.
          </>
        }
        actions={<CopyAsCurl path="/api/v1/auth/me" command="millrace token list" />}
      />
      <PasswordSection />
      <SecondFactorSection />
      <TokenSection />
      <SessionSection />
      <Text size="sm" c="dimmed">
        How you sign in to git servers is under{' '}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/admin/git-accounts" />}>
          Git accounts
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
