import { Stack } from '@mantine/core';
import { organizationTokensPath } from '../api/credentials';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { AllSessions } from './AllSessions';
import { AllTokens } from './AllTokens';

// CredentialsPage shows who has access, and from where, and ends it.
export function CredentialsPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Tokens and sessions"
        description="All access tokens and sessions of your organization, those that were used last first. Disabling a user revokes all of them."
        actions={<CopyAsCurl path={organizationTokensPath} command="millrace users tokens" />}
      />
      <AdministratorsOnly>
        <AllTokens />
        <AllSessions />
      </AdministratorsOnly>
    </Stack>
  );
}
