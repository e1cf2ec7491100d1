import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { nodeQuery } from '../api/nodes';
import { problemOf } from '../api/problem';
import { meQuery } from '../api/session';
import { EmptyState } from '../ui/EmptyState';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Editor.module.css';
import { NodeEditorView } from './NodeEditorView';
import { mayEditWorkspaces } from './access';
import { setDraftOwner } from './storedDraft';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID');

// A phone shows the node and edits nothing.
const narrow = '(max-width: 48em)';

// NodeEditorPage edits one node of a workspace, as a grid or as text.
export function NodeEditorPage() {
  const { projectID, workspaceID, nodeID } = route.useParams();
  const node = useQuery(nodeQuery({ workspaceID, nodeID }));
  const me = useQuery(meQuery).data;
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false;
  if (node.isPending || !me || node.data === undefined) {
    return (
      <div className={classes.alone}>
        {node.isPending || !me ? <PageSkeleton /> : <MissingNode projectID={projectID} error={node.error} onRetry={() => void node.refetch()} />}
      </div>
    );
  }
  const mayEdit = mayEditWorkspaces(me, projectID);
  setDraftOwner(me.user.id);
  return (
    <NodeEditorView
      key={`${me.user.id} ${workspaceID} ${nodeID} ${mayEdit} ${isNarrow}`}
      projectID={projectID}
      nodeKey={{ workspaceID, nodeID }}
      saved={node.data}
      refetch={() => void node.refetch()}
      error={node.error}
      mayEdit={mayEdit}
      isNarrow={isNarrow}
    />
  );
}

function MissingNode({ projectID, error, onRetry }: { projectID: string; error: unknown; onRetry: () => void }) {
  if (problemOf(error).status !== 404) return <ProblemAlert error={error} onRetry={onRetry} />;
  return (
    <Panel>
      <EmptyState
        icon="search"
        title="This node does not exist"
        action={
          <Button component={Link} to="/projects/$projectID" params={{ projectID } as never}>
            Go to the project
          </Button>
        }
      >
        It was deleted or renamed in another branch, or your roles do not let you see it.
      </EmptyState>
    </Panel>
  );
}
