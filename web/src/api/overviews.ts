import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type EnvironmentOverview = Schemas['EnvironmentOverview'];
export type EnvironmentHealth = Schemas['EnvironmentHealth'];
export type HealthStatus = EnvironmentHealth['status'];
export type RunFigures = Schemas['RunFigures'];
export type NodeHealth = Schemas['NodeHealth'];
export type NodeHealthList = Schemas['NodeHealthList'];

const mostEnvironments = '1000';

export const overviewsPath = (project?: string) => `/api/v1/environmentOverviews${project ? `?project=${project}` : ''}`;

export const overviewsQuery = (project?: string) =>
  queryOptions({
    queryKey: ['environments', 'overviews', { project }],
    queryFn: async (): Promise<EnvironmentOverview[]> => {
      const query = { project, limit: mostEnvironments, orderBy: 'name' };
      return (await unwrap(api.GET('/api/v1/environmentOverviews', { params: { query } }))).data;
    },
  });

// overviewQuery has no data for an environment that does not exist; environmentQuery reports that.
export const overviewQuery = (environment: string) =>
  queryOptions({
    queryKey: ['environments', 'overview', environment],
    queryFn: async (): Promise<EnvironmentOverview | null> =>
      (await unwrap(api.GET('/api/v1/environmentOverviews', { params: { query: { environment } } }))).data[0] ?? null,
  });

export const nodeHealthQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', 'nodeHealth', environmentID],
    queryFn: (): Promise<NodeHealthList> =>
      unwrap(api.GET('/api/v1/environments/{environmentID}/nodeHealth', { params: { path: { environmentID } } })),
  });
