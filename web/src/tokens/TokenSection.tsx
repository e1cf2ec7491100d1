import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery, useCreateToken } from '../api/tokens';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { GenerateTokenDialog } from './GenerateTokenDialog';
import { TokenTable } from './TokenTable';

// TokenSection is a part of the Deploy pages and of the account: access tokens for scripts.
export function TokenSection() {
  const tokens = useQuery(tokensQuery);
  const create = useCreateToken();
  const [isGenerating, setGenerating] = useState(false);
  return (
    <section id="tokens" aria-labelledby="tokens-title">
      <Group justify="space-between" align="flex-start" mb="md" gap="md">
        <div>
          <Title order={2} size="h3" id="tokens-title">
            Access tokens
          </Title>
          <Text c="dimmed" size="sm" mt={4} maw={620}>
            A token gives a script or a scheduler your permissions. It never expires, unless you choose a day. All your tokens are
            revoked at once when your user is deleted or disabled, when your password or e-mail address changes, and when you turn a
            second factor on or off.
          </Text>
        </div>
        <Button leftSection={<Icon name="key" size={16} />} onClick={() => setGenerating(true)}>
          Generate Access Token
        </Button>
      </Group>
      <QueryView query={tokens}>
        {({ data }) => (data.length === 0 ? <NoTokens /> : <TokenTable tokens={data} />)}
      </QueryView>
      <GenerateTokenDialog opened={isGenerating} create={create} onClose={() => setGenerating(false)} />
    </section>
  );
}

function NoTokens() {
  return (
    <Panel>
      <EmptyState icon="key" title="No access tokens yet">
        Generate one for each script, so that you can revoke it without affecting other scripts.
      </EmptyState>
    </Panel>
  );
}
