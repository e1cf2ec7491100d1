import { useQuery } from '@tanstack/react-query';
import { workspaceJobQuery } from '../api/jobs';
import { projectQuery } from '../api/projects';
import type { Crumb } from './useCrumbs';

// A job stands under the jobs of its project, with the workspace where it is edited.
export function useJobCrumbs(parts: string[]): Crumb[] | undefined {
  const isJob = parts[0] === 'projects' && parts[2] === 'workspaces' && parts[4] === 'jobs' && parts[5] !== undefined;
  const [, projectID = '', , workspaceID = '', , jobID = ''] = parts;
  const project = useQuery({ ...projectQuery(projectID), enabled: isJob }).data;
  const job = useQuery({ ...workspaceJobQuery(workspaceID, jobID), enabled: isJob }).data;
  if (!isJob) return undefined;
  return [
    { label: project?.name ?? '…', to: `/projects/${projectID}` },
    { label: 'Jobs', to: `/projects/${projectID}/jobs` },
    { label: project?.workspaces?.find(({ id }) => id === workspaceID)?.name ?? '…' },
    { label: job?.name ?? '…' },
  ];
}
