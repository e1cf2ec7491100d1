import { queryOptions } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { fetchRuns } from './runs';

// sampleRunQuery reads the newest refresh of a project.
export const sampleRunQuery = (project: string) =>
  queryOptions({
    queryKey: ['runs', 'list', 'sample', project],
    queryFn: () => fetchRuns({ project, type: 'refresh' }, '1'),
    refetchInterval: () => pollEvery(2_000, 15_000),
  });
