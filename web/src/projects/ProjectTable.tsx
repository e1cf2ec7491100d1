import { Skeleton, Table, Text } from '@mantine/core';
import type { EnvironmentSummary, Project } from '../api/types';
import { StatusDots } from '../environments/StatusDots';
import { Panel } from '../ui/Panel';
import { counted } from '../ui/text';
import { useRows } from '../ui/useRows';
import { platformNames } from './platforms';
import { ProjectLink } from './ProjectLink';

interface ProjectTableProps {
  projects: Project[];
  // Absent while they load.
  environments: EnvironmentSummary[] | undefined;
}

export function ProjectTable({ projects, environments }: ProjectTableProps) {
  const [rows, more] = useRows(projects);
  return (
    <Panel label="Projects">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Engine</Table.Th>
            <Table.Th>Environments</Table.Th>
            <Table.Th>Workspaces</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              environments={environments?.filter((environment) => environment.project === project.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

interface ProjectRowProps {
  project: Project;
  environments: EnvironmentSummary[] | undefined;
}

function ProjectRow({ project, environments }: ProjectRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <ProjectLink projectID={project.id} fw={600}>
          {project.name}
        </ProjectLink>
        {project.description && (
          <Text size="xs" c="dimmed" fw={400} lineClamp={2} maw={420}>
            {project.description}
          </Text>
        )}
      </Table.Th>
      <Table.Td>{platformNames[project.platformKind]}</Table.Td>
      <Table.Td>{environments ? <Environments environments={environments} /> : <Skeleton height={16} width={90} />}</Table.Td>
      <Table.Td>
        <Text size="sm">{project.workspaces?.map((workspace) => workspace.name).join(', ') || 'none'}</Text>
      </Table.Td>
    </Table.Tr>
  );
}

function Environments({ environments }: { environments: EnvironmentSummary[] }) {
  return (
    <>
      <Text size="sm" mb={environments.length > 0 ? 4 : 0}>
        {environments.length > 0 ? counted(environments.length, 'environment') : 'none'}
      </Text>
      <StatusDots environments={environments} />
    </>
  );
}
