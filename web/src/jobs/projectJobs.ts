import { useQueries, useQuery } from '@tanstack/react-query';
import { type Job, workspaceJobsQuery } from '../api/jobs';
import { type EnvironmentOverview, overviewsQuery } from '../api/overviews';
import { environmentJobsQuery } from '../api/runs';
import type { Project, Workspace } from '../api/types';

// Draft is a job in a workspace, and Deployed a job in an environment.
export interface Draft {
  workspace: Workspace;
  job: Job;
}

export interface Deployed {
  environment: EnvironmentOverview;
  job: Job;
}

// ProjectJob is one job of a project, wherever it is. Its id is the same everywhere.
export interface ProjectJob {
  id: string;
  name: string;
  drafts: Draft[];
  deployed: Deployed[];
}

interface ProjectJobs {
  jobs: ProjectJob[];
  environments: EnvironmentOverview[];
  isPending: boolean;
  error: Error | null;
  refetch: () => void;
}

// useProjectJobs reads the jobs of all workspaces and environments of a project.
export function useProjectJobs(project: Project): ProjectJobs {
  const workspaces = project.workspaces ?? [];
  const overviews = useQuery(overviewsQuery(project.id));
  const environments = overviews.data ?? [];
  const deployedIn = environments.filter(({ deployment }) => deployment !== undefined);
  const drafts = useQueries({ queries: workspaces.map(({ id }) => workspaceJobsQuery(id)) });
  const deployed = useQueries({ queries: deployedIn.map(({ id }) => environmentJobsQuery(id)) });
  const all = [overviews, ...drafts, ...deployed];
  return {
    jobs: merged(
      workspaces.flatMap((workspace, index) => (drafts[index]?.data ?? []).map((job) => ({ workspace, job }))),
      deployedIn.flatMap((environment, index) => (deployed[index]?.data ?? []).map((job) => ({ environment, job }))),
    ),
    environments,
    isPending: all.some((query) => query.isPending),
    error: all.find((query) => query.error)?.error ?? null,
    refetch: () => all.forEach((query) => void query.refetch()),
  };
}

function merged(drafts: Draft[], deployed: Deployed[]): ProjectJob[] {
  const jobs = new Map<string, ProjectJob>();
  const of = ({ id, name }: Job) => {
    const known = jobs.get(id) ?? { id, name, drafts: [], deployed: [] };
    jobs.set(id, known);
    return known;
  };
  drafts.forEach((draft) => of(draft.job).drafts.push(draft));
  deployed.forEach((one) => of(one.job).deployed.push(one));
  return [...jobs.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

// isSame reports whether two jobs run the same nodes and have the same name.
export function isSame(a: Job, b: Job): boolean {
  return a.name === b.name && a.includeSelector === b.includeSelector && a.excludeSelector === b.excludeSelector;
}

// selectorText sums up the selectors of a job.
export function selectorText({ includeSelector, excludeSelector }: Job): string {
  const include = includeSelector || 'every node';
  return excludeSelector ? `${include}, without ${excludeSelector}` : include;
}
