import { useQueries } from '@tanstack/react-query';
import { environmentJobsQuery } from '../api/runs';
import type { RunInfo } from '../api/types';

// useWhatRan returns a function that names the work of a run: its job, its selector or its commit. Runs have the number
// of a job; the names are read once for each environment.
export function useWhatRan(runs: RunInfo[]): (run: RunInfo) => string {
  const environments = [...new Set(runs.filter((run) => run.runDetails.jobID !== undefined).map((run) => run.environmentID))];
  const jobs = useQueries({ queries: environments.map((id) => environmentJobsQuery(id)) });
  return (run) => {
    const { jobID, includeNodesSelector: include, excludeNodesSelector: exclude, deployCommit } = run.runDetails;
    if (run.runType === 'deploy') return deployCommit ? `Deploy of ${deployCommit.slice(0, 8)}` : 'Deploy';
    if (jobID !== undefined) {
      const ofEnvironment = jobs[environments.indexOf(run.environmentID)]?.data;
      return `Refresh, job ${ofEnvironment?.find(({ id }) => id === `${jobID}`)?.name ?? jobID}`;
    }
    const verb = run.runDetails.createOnly ? 'Creation' : 'Refresh';
    if (!include && !exclude) return `${verb} of every node`;
    return `${verb} of ${include || 'every node'}${exclude ? ` without ${exclude}` : ''}`;
  };
}
