import { useQuery } from '@tanstack/react-query';
import { type Commit, type FileChange, branchesQuery, commitsQuery, differenceQuery } from '../api/commits';
import type { Workspace } from '../api/types';

export interface GitState {
  // The newest commits of the branch.
  commits: Commit[];
  // The commit that the workspace started from; absent if there is none or it is older than the listed ones.
  base?: Commit;
  // Commits of the branch that the workspace does not have. More are behind the remote: only a pull finds them.
  incoming: Commit[];
  incomingChanges: FileChange[];
  // The branch has commits; undefined until that is known.
  hasCommits?: boolean;
}

// useGitState compares a workspace with its branch as the server has it.
export function useGitState({ project, branch, baseCommit = '' }: Workspace): GitState {
  const branches = useQuery(branchesQuery(project)).data;
  const head = branches?.find(({ name }) => name === branch)?.commit;
  const commits = useQuery({ ...commitsQuery(project, branch), enabled: head !== undefined }).data?.commits ?? [];
  const isBehind = head !== undefined && baseCommit !== '' && head !== baseCommit;
  const difference = useQuery({ ...differenceQuery(project, baseCommit, head ?? ''), enabled: isBehind }).data;
  const position = commits.findIndex(({ oid }) => oid === baseCommit);
  return {
    commits,
    base: commits[position],
    incoming: isBehind ? commits.slice(0, position < 0 ? undefined : position) : [],
    incomingChanges: isBehind ? (difference ?? []) : [],
    hasCommits: branches && head !== undefined,
  };
}
