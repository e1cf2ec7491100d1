import { Anchor, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Workspace } from '../api/types';
import { shortCommit } from '../environments/DeployedCommit';
import { StatusBadge } from '../environments/StatusBadge';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { useRows } from '../ui/useRows';

interface WorkspaceTableProps {
  workspaces: Workspace[];
  // Absent if the user may not delete workspaces.
  onDelete?: (workspace: Workspace) => void;
}

export function WorkspaceTable({ workspaces, onDelete }: WorkspaceTableProps) {
  const [rows, more] = useRows(workspaces);
  return (
    <Panel label="Table of workspaces">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Branch and base commit</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((workspace) => (
            <WorkspaceRow key={workspace.id} workspace={workspace} onDelete={onDelete} />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function WorkspaceRow({ workspace, onDelete }: { workspace: Workspace } & Pick<WorkspaceTableProps, 'onDelete'>) {
  const { id, name, project, branch, baseCommit, status, createdAt } = workspace;
  const params = { projectID: project, workspaceID: id };
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        {name}
      </Table.Th>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Icon name="branch" size={15} />
          <Text size="sm">{branch}</Text>
          <Text size="sm" c="dimmed">
            {baseCommit ? <code>{shortCommit(baseCommit)}</code> : 'no commit yet'}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          <RelativeTime at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td align="right">
        <Group gap="md" justify="flex-end" wrap="nowrap">
          <Anchor
            size="sm"
            aria-label={`Build in ${name}`}
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/build" params={params} />}
          >
            Build
          </Anchor>
          <Anchor
            size="sm"
            aria-label={`Changes of ${name}`}
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/changes" params={params} />}
          >
            Changes
          </Anchor>
          <Anchor
            size="sm"
            aria-label={`Settings of ${name}`}
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/settings" params={params} />}
          >
            Settings
          </Anchor>
          {onDelete && (
            <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete workspace ${name}`} onClick={() => onDelete(workspace)}>
              Delete
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
