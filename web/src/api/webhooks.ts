import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['NewWebhook'];
export type WebhookCreate = Schemas['WebhookCreate'];
export type WebhookUpdate = Schemas['WebhookUpdate'];
export type Delivery = Schemas['Delivery'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];

export const webhooksPath = '/api/v1/webhooks';

// The events of this version; "*" subscribes to those of later versions too.
export const webhookEvents = [
  'run.completed',
  'run.failed',
  'run.canceled',
  'deploy.completed',
  'deploy.failed',
  'deploy.canceled',
  'schedule.failed',
] as const;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async (): Promise<Webhook[]> => (await unwrap(api.GET('/api/v1/webhooks'))).data,
});

export const webhookQuery = (webhookID: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookID],
    queryFn: (): Promise<Webhook> => unwrap(api.GET('/api/v1/webhooks/{webhookID}', { params: { path: { webhookID } } })),
  });

interface DeliveryPage {
  data: Delivery[];
}

// deliveriesQuery reads often while a delivery waits to be sent.
export const deliveriesQuery = (webhookID: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookID, 'deliveries'],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/v1/webhooks/{webhookID}/deliveries', {
          params: { path: { webhookID }, query: { limit: '50', startingFrom: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state }) => (isWaiting(state.data?.pages) ? 1_500 : 20_000),
  });

const isWaiting = (pages: DeliveryPage[] | undefined) => pages?.some(({ data }) => data.some(({ state }) => state === 'waiting')) ?? false;

function useWebhookChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // A new webhook and a rotation return a secret, which must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}

export const useCreateWebhook = () => useWebhookChange((body: WebhookCreate) => unwrap(api.POST('/api/v1/webhooks', { body })));

export const useUpdateWebhook = () =>
  useWebhookChange(({ webhookID, body }: { webhookID: string; body: WebhookUpdate }) =>
    unwrap(api.PATCH('/api/v1/webhooks/{webhookID}', { params: { path: { webhookID } }, body })),
  );

export const useRotateSecret = () =>
  useWebhookChange((webhookID: string) => unwrap(api.POST('/api/v1/webhooks/{webhookID}/secret', { params: { path: { webhookID } } })));

export const useTestWebhook = () =>
  useWebhookChange((webhookID: string) => unwrap(api.POST('/api/v1/webhooks/{webhookID}/test', { params: { path: { webhookID } } })));

export const useReplayDelivery = () =>
  useWebhookChange(({ webhookID, deliveryID }: { webhookID: string; deliveryID: string }) =>
    unwrap(api.POST('/api/v1/webhooks/{webhookID}/deliveries/{deliveryID}/replay', { params: { path: { webhookID, deliveryID } } })),
  );

// useDeleteWebhook invalidates only the list: the page of the webhook is about to close.
export function useDeleteWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (webhookID: string) => unwrap(api.DELETE('/api/v1/webhooks/{webhookID}', { params: { path: { webhookID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'], exact: true }),
  });
}
