import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTestConnection } from '../api/connections';
import type { Connection } from '../api/types';
import { platformNames } from '../projects/platforms';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { ConnectionTestResult } from './ConnectionTestResult';

interface ConnectionRowProps {
  connection: Connection;
  onEdit: () => void;
  onDelete: () => void;
}

// ConnectionRow shows the result of its last test below it.
export function ConnectionRow({ connection, onEdit, onDelete }: ConnectionRowProps) {
  const test = useTestConnection();
  const { id, name, platformKind, isDefault, createdAt } = connection;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {isDefault && (
            <Text size="xs" c="dimmed" fw={400}>
              default
            </Text>
          )}
        </Table.Th>
        <Table.Td>{platformNames[platformKind]}</Table.Td>
        <Table.Td>
          <Text size="sm" c="dimmed">
            {settingsText(connection)}
          </Text>
        </Table.Td>
        <Table.Td>
          <Text size="sm">{projectsText(connection)}</Text>
          <Anchor
            size="xs"
            aria-label={`Who may use it: ${name}`}
            renderRoot={(props) => <Link {...props} to="/admin/connections/$connectionID/users" params={{ connectionID: id }} />}
          >
            Who may use it
          </Anchor>
        </Table.Td>
        <Table.Td>
          <RelativeTime at={createdAt} />
        </Table.Td>
        <Table.Td>
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Test ${name}`}
              loading={test.isPending}
              onClick={() => test.mutate(id)}
            >
              Test
            </Button>
            <Button variant="subtle" size="compact-sm" aria-label={`Edit connection ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete connection ${name}`} onClick={onDelete}>
              Delete
            </Button>
          </Group>
        </Table.Td>
      </Table.Tr>
      {(test.data || test.error) && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            {test.data ? <ConnectionTestResult name={name} result={test.data} /> : <ProblemAlert error={test.error} />}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function projectsText({ allProjects, projects }: Connection): string {
  if (allProjects) return 'all';
  return projects.length > 0 ? counted(projects.length, 'project') : 'none';
}

function settingsText({ settings, hasSecret }: Connection): string {
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${String(value)}`);
  return [...shown, ...(hasSecret ? ['password stored'] : [])].join(', ') || 'built in';
}
