import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scimTokensQuery } from '../api/scimTokens';
import { serverQuery } from '../api/server';
import { CopyableText } from '../ui/CopyableText';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { GenerateSCIMTokenDialog } from './GenerateSCIMTokenDialog';
import { SCIMTokenTable } from './SCIMTokenTable';

// SCIMSection manages the tokens with which an identity provider manages users and groups.
export function SCIMSection() {
  const tokens = useQuery(scimTokensQuery);
  const server = useQuery(serverQuery).data;
  const [isGenerating, setGenerating] = useState(false);
  return (
    <section aria-labelledby="scim-title">
      <Group justify="space-between" align="flex-start" mb="md" gap="md">
        <div>
          <Title order={2} size="h3" id="scim-title">
            Users from the provider
          </Title>
          <Text c="dimmed" size="sm" mt={4} maw={620}>
            With SCIM 2.0 the provider creates, changes and removes users, and tells their groups, to which the roles of groups above apply. A
            user who is removed there loses all sessions and access tokens here at once.
          </Text>
        </div>
        <Button leftSection={<Icon name="key" size={16} />} onClick={() => setGenerating(true)}>
          Generate SCIM token
        </Button>
      </Group>
      <Stack>
        <CopyableText
          label="Base URL of the SCIM service"
          text={`${server?.baseURL ?? window.location.origin}/scim/v2`}
          copyLabel="Copy SCIM base URL"
        />
        <QueryView query={tokens}>{(all) => (all.length === 0 ? <NoTokens /> : <SCIMTokenTable tokens={all} />)}</QueryView>
      </Stack>
      <GenerateSCIMTokenDialog opened={isGenerating} onClose={() => setGenerating(false)} />
    </section>
  );
}

function NoTokens() {
  return (
    <Panel>
      <EmptyState icon="key" title="No SCIM tokens yet">
        Generate one and enter it at the provider, with the base URL.
      </EmptyState>
    </Panel>
  );
}
