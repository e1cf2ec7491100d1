import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identityProviderPath, identityProviderQuery } from '../api/singleSignOn';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { QueryView } from '../ui/QueryView';
import { BreakGlassSection } from './BreakGlassSection';
import { PolicySection } from './PolicySection';
import { ProviderForm } from './ProviderForm';
import { SCIMSection } from './SCIMSection';

export function SingleSignOnPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Single sign-on"
        description="The identity provider of your organization: OpenID Connect or SAML 2.0. The settings are tested before they are saved."
        actions={<CopyAsCurl path={identityProviderPath} command="millrace identity-provider get" />}
      />
      <AdministratorsOnly>
        <Provider />
        <BreakGlassSection />
        <SCIMSection />
        <PolicySection />
      </AdministratorsOnly>
    </Stack>
  );
}

function Provider() {
  const provider = useQuery(identityProviderQuery);
  return <QueryView query={provider}>{(stored) => <ProviderForm key={stored?.updatedAt ?? 'new'} stored={stored} />}</QueryView>;
}
