import { queryOptions } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { fetchRuns } from './runs';

const mostRuns = '6';

// recentRunsOfProjectQuery reads the newest runs of a project. Its key is that of lists, which events keep current.
export const recentRunsOfProjectQuery = (project: string) =>
  queryOptions({
    queryKey: ['runs', 'list', 'recent', project],
    queryFn: () => fetchRuns({ project }, mostRuns),
    refetchInterval: () => pollEvery(5_000, 60_000),
  });
