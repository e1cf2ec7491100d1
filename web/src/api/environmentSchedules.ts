import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Schedule = Schemas['Schedule'];
export type Firing = Schemas['Firing'];

const mostSchedules = '200';

export const environmentSchedulesQuery = (environment: string) =>
  queryOptions({
    queryKey: ['environments', 'schedules', environment],
    queryFn: async (): Promise<Schedule[]> =>
      (await unwrap(api.GET('/api/v1/schedules', { params: { query: { environment, limit: mostSchedules, orderBy: 'name' } } }))).data,
    refetchInterval: () => pollEvery(15_000),
  });

export const lastFiringQuery = (scheduleID: string) =>
  queryOptions({
    queryKey: ['environments', 'firings', scheduleID],
    queryFn: async (): Promise<Firing | null> => {
      const params = { path: { scheduleID }, query: { limit: '1' } };
      return (await unwrap(api.GET('/api/v1/schedules/{scheduleID}/firings', { params }))).data[0] ?? null;
    },
    refetchInterval: () => pollEvery(15_000),
  });

export function usePauseSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ scheduleID, isPaused }: { scheduleID: string; isPaused: boolean }) =>
      unwrap(api.PATCH('/api/v1/schedules/{scheduleID}', { params: { path: { scheduleID } }, body: { isPaused } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['environments'] });
      await queryClient.invalidateQueries({ queryKey: ['schedules'] });
    },
  });
}
