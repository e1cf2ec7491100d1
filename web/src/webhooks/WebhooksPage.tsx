import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { webhooksPath, webhooksQuery } from '../api/webhooks';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { CreateWebhookDialog } from './CreateWebhookDialog';
import { WebhookTable } from './WebhookTable';

const route = getRouteApi('/signedIn/admin/webhooks');

export function WebhooksPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Webhooks"
        description="Addresses of other systems that are notified of runs and deployments. Every message is signed."
        actions={<CopyAsCurl path={webhooksPath} command="millrace webhooks" />}
      />
      <AdministratorsOnly>
        <Webhooks />
      </AdministratorsOnly>
    </Stack>
  );
}

function Webhooks() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const webhooks = useQuery(webhooksQuery);
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create webhook
    </Button>
  );
  return (
    <>
      <Group justify="space-between">
        <FilterField label="Filter webhooks" value={q} onChange={(value) => void navigate({ search: { q: value }, replace: true })} />
        {webhooks.data && webhooks.data.length > 0 && create}
      </Group>
      <QueryView query={webhooks}>
        {(all) => {
          const shown = all.filter(({ url, description = '', events }) => contains(q, url, description, ...events));
          if (shown.length > 0) return <WebhookTable webhooks={shown} />;
          return (
            <Panel>
              <EmptyState icon="webhooks" title={all.length > 0 ? 'No webhook matches' : 'No webhooks yet'} action={all.length === 0 && create}>
                {all.length > 0 ? 'Change or clear the filter.' : 'A webhook tells a chat, an alarm or a pipeline when a run fails.'}
              </EmptyState>
            </Panel>
          );
        }}
      </QueryView>
      <CreateWebhookDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
