import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { EnvironmentSummary } from '../api/types';
import { ProjectLink } from '../projects/ProjectLink';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { personName } from '../ui/text';
import { useRows } from '../ui/useRows';
import { DeleteEnvironmentDialog } from './DeleteEnvironmentDialog';
import { StatusBadge } from './StatusBadge';

interface EnvironmentTableProps {
  environments: EnvironmentSummary[];
  projectName: (projectID: string) => string;
}

export function EnvironmentTable({ environments, projectName }: EnvironmentTableProps) {
  const [rows, more] = useRows(environments);
  const [doomed, setDoomed] = useState<EnvironmentSummary>();
  return (
    <>
      <Panel label="Environments">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Project</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((environment) => (
              <EnvironmentRow
                key={environment.id}
                environment={environment}
                projectName={projectName(environment.project)}
                onDelete={() => setDoomed(environment)}
              />
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
      <DeleteEnvironmentDialog environment={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

interface EnvironmentRowProps {
  environment: EnvironmentSummary;
  projectName: string;
  onDelete: () => void;
}

function EnvironmentRow({ environment, projectName, onDelete }: EnvironmentRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text fw={600} size="sm">
          {environment.name}
        </Text>
        <Text c="dimmed" size="xs">
          id {environment.id}
        </Text>
      </Table.Th>
      <Table.Td>
        <StatusBadge status={environment.status} />
      </Table.Td>
      <Table.Td>
        <ProjectLink projectID={environment.project}>{projectName}</ProjectLink>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={environment.createdAt} />
        <Text c="dimmed" size="xs">
          by {personName(environment.createdBy)}
        </Text>
      </Table.Td>
      <Table.Td align="right">
        <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete environment ${environment.name}`} onClick={onDelete}>
          Delete
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
