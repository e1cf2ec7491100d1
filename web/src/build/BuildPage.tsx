import { Button, Group, Skeleton } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { NodeGraph } from '../api/graphs';
import { problemOf } from '../api/problem';
import { EmptyState } from '../ui/EmptyState';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './BuildPage.module.css';
import { BuildGraph } from './BuildGraph';
import { BuildToolbar } from './BuildToolbar';
import { ColumnsView } from './ColumnsView';
import { NodeSide } from './NodeSide';
import { NodesView } from './NodesView';
import { ProblemsDrawer } from './ProblemsDrawer';
import { StatusBar } from './StatusBar';
import { Tree } from './Tree';
import { rememberWorkspace } from './lastWorkspace';
import { useBuild, useGraph } from './useBuild';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/build');

// BuildPage is where a user works on the nodes of a workspace: as a graph, as a table of nodes or as a table of columns.
export function BuildPage() {
  useDocumentTitle('Build · Millrace');
  const { workspaceID } = route.useParams();
  const graph = useGraph();
  if (graph.isPending) return <LoadingBuild />;
  if (graph.data === undefined) return <MissingWorkspace workspaceID={workspaceID} error={graph.error} onRetry={() => void graph.refetch()} />;
  return <LoadedBuild graph={graph.data} key={workspaceID} />;
}

function LoadedBuild({ graph }: { graph: NodeGraph }) {
  const build = useBuild(graph);
  const { projectID, workspaceID, search, selected } = build;
  const [checked, setChecked] = useState<Set<string>>(new Set());
  const [hasTree, setTree] = useState(false);
  const [hasProblems, setProblems] = useState(() => localStorage.getItem(problemsKey) === 'open');
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const view = search.view ?? 'graph';
  useEffect(() => rememberWorkspace({ projectID, workspaceID }), [projectID, workspaceID]);
  const showProblems = (isOpen: boolean) => {
    localStorage.setItem(problemsKey, isOpen ? 'open' : 'closed');
    setProblems(isOpen);
  };
  const isGraph = view === 'graph' && !isPhone;
  return (
    <div className={classes.page}>
      <BuildToolbar build={build} view={view} checked={checked} />
      <div className={classes.work}>
        {!isPhone && (!isGraph || hasTree) && <Tree build={build} />}
        <div className={classes.view}>
          {graph.total === 0 && <NoNodes projectID={projectID} workspaceID={workspaceID} />}
          {graph.total > 0 && isGraph && <BuildGraph build={build} hasTree={hasTree} onTree={() => setTree(!hasTree)} />}
          {graph.total > 0 && !isGraph && view !== 'columns' && <NodesView build={build} checked={checked} onCheck={setChecked} />}
          {graph.total > 0 && view === 'columns' && <ColumnsView build={build} />}
          {hasProblems && <ProblemsDrawer build={build} onClose={() => showProblems(false)} />}
        </div>
        {selected && <NodeSide build={build} node={selected} key={selected.id} />}
      </div>
      <StatusBar build={build} hasProblems={hasProblems} onProblems={() => showProblems(!hasProblems)} />
    </div>
  );
}

const problemsKey = 'millrace-problems';

function NoNodes(params: { projectID: string; workspaceID: string }) {
  const actions = (
    <Group>
      <Button renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/sources" params={params} />}>
        Add sources
      </Button>
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/new" params={params} />}>
        Create a node
      </Button>
    </Group>
  );
  return (
    <EmptyState icon="build" title="This workspace has no nodes" action={actions}>
      Add sources from the catalog of the connection, create a node, or pull a branch that has some.
    </EmptyState>
  );
}

// LoadingBuild shows lanes of gray cards.
function LoadingBuild() {
  return (
    <div className={classes.loading} aria-busy="true">
      {Array.from({ length: 4 }, (_, lane) => (
        <div key={lane} className={classes.lane}>
          {Array.from({ length: 6 - lane }, (__, card) => (
            <Skeleton key={card} height={48} width={184} radius="md" />
          ))}
        </div>
      ))}
    </div>
  );
}

interface MissingWorkspaceProps {
  workspaceID: string;
  error: unknown;
  onRetry: () => void;
}

function MissingWorkspace({ workspaceID, error, onRetry }: MissingWorkspaceProps) {
  return (
    <div className={classes.missing}>
      {problemOf(error).status === 404 ? (
        <EmptyState icon="search" title={`Workspace ${workspaceID} does not exist`} action={<Button component={Link} to="/projects">Go to the projects</Button>}>
          It was deleted, it never existed, or your roles do not let you see it.
        </EmptyState>
      ) : (
        <ProblemAlert error={error} onRetry={onRetry} />
      )}
    </div>
  );
}
