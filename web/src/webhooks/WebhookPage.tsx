import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { problemOf } from '../api/problem';
import { type Webhook, webhookQuery, webhooksPath } from '../api/webhooks';
import { usePlaces } from '../runs/places';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { MissingObject } from '../ui/MissingObject';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { DeliverySection } from './DeliverySection';
import { WebhookActions } from './WebhookActions';
import { WebhookState } from './WebhookState';
import { eventsText } from './words';

const route = getRouteApi('/signedIn/admin/webhooks/$webhookID');

export function WebhookPage() {
  return (
    <Stack gap="lg">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/admin/webhooks" />}>
        ← All webhooks
      </Anchor>
      <AdministratorsOnly>
        <Loaded />
      </AdministratorsOnly>
    </Stack>
  );
}

function Loaded() {
  const { webhookID } = route.useParams();
  const webhook = useQuery(webhookQuery(webhookID));
  if (webhook.data === undefined && problemOf(webhook.error).status === 404) {
    return <MissingObject name={`Webhook ${webhookID}`} action={<Button component={Link} to="/admin/webhooks">Go to the webhooks</Button>} />;
  }
  return (
    <QueryView query={webhook} skeleton={<PageSkeleton />}>
      {(loaded) => (
        <Stack gap="lg">
          <PageHeader
            title={loaded.description || 'Webhook'}
            description={loaded.url}
            actions={
              <>
                <WebhookActions webhook={loaded} />
                <CopyAsCurl path={`${webhooksPath}/${loaded.id}/deliveries`} command={`millrace webhooks deliveries ${loaded.id}`} />
              </>
            }
          />
          <Facts webhook={loaded} />
          <DeliverySection webhook={loaded} />
        </Stack>
      )}
    </QueryView>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const placeOf = usePlaces();
  return (
    <Text size="sm" component="div">
      <WebhookState webhook={webhook} />
      <Text size="sm" c="dimmed" mt={4}>
        Events: {eventsText(webhook.events)}. Environment: {webhook.environmentID ? placeOf(webhook.environmentID).name : 'all'}. Created{' '}
        <RelativeTime at={webhook.createdAt} />.
      </Text>
    </Text>
  );
}
