import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { api } from './client';
import type { RunPage } from './runs';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Schedule = Schemas['Schedule'];
export type ScheduleCreate = Schemas['ScheduleCreate'];
export type ScheduleUpdate = Schemas['ScheduleUpdate'];
export type ScheduleNotification = Schemas['ScheduleNotification'];
export type SchedulePreview = Schemas['SchedulePreviewAnswer'];
export type ClockChange = Schemas['ClockChange'];
export type Firing = Schemas['Firing'];

export const schedulePath = (scheduleID: string) => `/api/v1/schedules/${scheduleID}`;

const mostSchedules = '1000';

// schedulesQuery reads all schedules that the user can see.
export const schedulesQuery = queryOptions({
  queryKey: ['schedules', 'list'],
  queryFn: async (): Promise<Schedule[]> =>
    (await unwrap(api.GET('/api/v1/schedules', { params: { query: { limit: mostSchedules, orderBy: 'name' } } }))).data,
  refetchInterval: () => pollEvery(15_000),
});

export const scheduleQuery = (scheduleID: string) =>
  queryOptions({
    queryKey: ['schedules', scheduleID],
    queryFn: (): Promise<Schedule> => unwrap(api.GET('/api/v1/schedules/{scheduleID}', { params: { path: { scheduleID } } })),
    refetchInterval: () => pollEvery(15_000),
  });

export type FiringFilter = 'notCompleted';

const filteredStates: Record<FiringFilter, string> = { notCompleted: 'due,queued,started,failed,canceled,skipped,missed' };

export const firingsQuery = (scheduleID: string, filter?: FiringFilter) =>
  infiniteQueryOptions({
    queryKey: ['schedules', scheduleID, 'firings', { filter }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/v1/schedules/{scheduleID}/firings', {
          params: { path: { scheduleID }, query: { limit: '100', startingFrom: pageParam, state: filter && filteredStates[filter] } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: () => pollEvery(3_000),
  });

// scheduleRunsQuery reads the newest runs of a schedule, for the results of its firings.
export const scheduleRunsQuery = (scheduleID: string) =>
  queryOptions({
    queryKey: ['runs', 'list', { schedule: scheduleID }],
    // Events change this page like every other list of runs.
    queryFn: async (): Promise<RunPage> =>
      (await unwrap(api.GET('/api/v1/runs', { params: { query: { detail: 'true', scheduleID, limit: '200' } } }))) as RunPage,
    refetchInterval: () => pollEvery(3_000),
  });

// previewQuery asks the server when a cron expression is due. An expression that the server rejects stays rejected.
export const previewQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedulePreview', cron, timeZone],
    queryFn: (): Promise<SchedulePreview> => unwrap(api.POST('/api/v1/schedulePreview', { body: { cron, timeZone, count: 5 } })),
    retry: false,
    staleTime: 30_000,
  });

function useScheduleChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['schedules'] });
      await queryClient.invalidateQueries({ queryKey: ['environments'] });
    },
  });
}

export const useCreateSchedule = () => useScheduleChange((body: ScheduleCreate) => unwrap(api.POST('/api/v1/schedules', { body })));

export const useUpdateSchedule = (scheduleID: string) =>
  useScheduleChange((body: ScheduleUpdate) =>
    unwrap(api.PATCH('/api/v1/schedules/{scheduleID}', { params: { path: { scheduleID } }, body })),
  );

export const useRunSchedule = () =>
  useScheduleChange((scheduleID: string) => unwrap(api.POST('/api/v1/schedules/{scheduleID}/run', { params: { path: { scheduleID } } })));

export const useTakeOverSchedule = () =>
  useScheduleChange((scheduleID: string) => unwrap(api.POST('/api/v1/schedules/{scheduleID}/takeOver', { params: { path: { scheduleID } } })));

// useDeleteSchedule invalidates only lists: the page of the schedule is about to close, and its queries would get 404.
export function useDeleteSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scheduleID: string) => unwrap(api.DELETE('/api/v1/schedules/{scheduleID}', { params: { path: { scheduleID } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['environments'] });
    },
  });
}
