import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectQuery } from '../api/projects';
import { meQuery } from '../api/session';
import type { NodeResult, RunInfo } from '../api/types';
import { lastWorkspace } from '../build/lastWorkspace';
import { Icon } from '../ui/Icon';
import { mayEditWorkspaces, usePlaces } from './places';

interface EditNodeLinkProps {
  run: RunInfo;
  node: NodeResult;
}

// EditNodeLink opens a node of a run in the editor: in the workspace of a development run, otherwise in the workspace of the
// project that the user worked in last. It is absent for users who may not edit.
export function EditNodeLink({ run, node }: EditNodeLinkProps) {
  const { isWorkspace, projectID } = usePlaces()(run.environmentID);
  const me = useSuspenseQuery(meQuery).data;
  const mayEdit = projectID !== undefined && mayEditWorkspaces(me, projectID);
  const workspaces = useQuery({ ...projectQuery(projectID ?? ''), enabled: mayEdit && !isWorkspace }).data?.workspaces ?? [];
  const last = lastWorkspace();
  const known = workspaces.find(({ id }) => id === last?.workspaceID) ?? workspaces[0];
  const workspaceID = isWorkspace ? run.environmentID : known?.id;
  if (!mayEdit || !workspaceID) return null;
  const params = { projectID, workspaceID, nodeID: node.nodeID };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="build" size={14} />}
      data-action="edit"
      renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID" params={params} search={{}} />}
    >
      Edit node
    </Button>
  );
}
