import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Commit } from '../api/commits';
import type { Project, Workspace } from '../api/types';
import { workspaceDiffQuery } from '../api/workspaceGit';
import type { ChangesSearch } from '../app/workspaceSearch';
import { useMayInProject } from '../projects/permissions';
import { QueryView } from '../ui/QueryView';
import { ChangeBlocks } from './ChangeBlocks';
import { ChangesHeader } from './ChangesHeader';
import classes from './Changes.module.css';
import { ChangesList } from './ChangesList';
import { CommitPanel } from './CommitPanel';
import { itemOf } from './items';
import { type Exchange, useExchange } from './useExchange';
import { type GitState, useGitState } from './useGitState';

export interface ChangesContext {
  project: Project;
  workspace: Workspace;
  git: GitState;
  exchange: Exchange;
  mayEdit: boolean;
  // The commit that was made on this page.
  committed?: Commit;
}

interface ChangesSurfaceProps {
  project: Project;
  workspace: Workspace;
  search: ChangesSearch;
  onSearch: (change: ChangesSearch) => void;
}

// ChangesSurface has the list of changes on the left, their differences in the middle and the commit on the right.
export function ChangesSurface({ project, workspace, search, onSearch }: ChangesSurfaceProps) {
  const where = { projectID: project.id, workspaceID: workspace.id };
  const diff = useQuery(workspaceDiffQuery(workspace.id));
  const [committed, setCommitted] = useState<Commit>();
  const context: ChangesContext = {
    project,
    workspace,
    git: useGitState(workspace),
    exchange: useExchange(where),
    mayEdit: useMayInProject(project.id)('workspace.edit'),
    committed,
  };
  const items = useMemo(() => (diff.data?.changes ?? []).map(itemOf), [diff.data]);
  return (
    <div className={classes.surface}>
      <ChangesHeader {...context} items={items} />
      <QueryView query={diff}>
        {() => (
          <div className={classes.columns}>
            <ChangesList {...context} items={items} selected={search.node} onSelect={(node) => onSearch({ node })} />
            <ChangeBlocks {...context} items={items} search={search} onSearch={onSearch} />
            <CommitPanel {...context} items={items} onCommit={setCommitted} />
          </div>
        )}
      </QueryView>
    </div>
  );
}
