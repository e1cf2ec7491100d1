import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Subgraph, nodeNamesQuery, subgraphsQuery } from '../api/workspaceSettings';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import { DeleteSubgraphDialog } from './DeleteSubgraphDialog';
import { SubgraphDialog } from './SubgraphDialog';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// SubgraphsTab lists the saved lists of nodes. The address has the one that is open.
export function SubgraphsTab({ workspace, search, mayEdit, onItem }: SettingsTabProps) {
  const subgraphs = useQuery(subgraphsQuery(workspace.id));
  const nodes = useQuery(nodeNamesQuery(workspace.id)).data ?? [];
  const [doomed, setDoomed] = useState<Subgraph>();
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <QueryView query={subgraphs}>
      {(all) => (
        <Stack gap="md">
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              A subgraph is a saved list of nodes, which selectors name: <code>{'{ subgraph: Revenue }'}</code>
            </Text>
            {mayEdit && (
              <Button leftSection={<Icon name="plus" size={16} />} onClick={() => onItem('new')}>
                Create subgraph
              </Button>
            )}
          </Group>
          <Panel label="Subgraphs">
            {all.length === 0 ? (
              <EmptyState icon="projects" title="No subgraphs yet">
                Save a list of nodes under a name to select them together.
              </EmptyState>
            ) : (
              <Table verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Nodes</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {all.map((subgraph) => (
                    <Table.Tr key={subgraph.id}>
                      <Table.Th scope="row">{subgraph.name}</Table.Th>
                      <Table.Td>
                        {counted(subgraph.steps.length, 'node')}
                        <Text size="xs" c="dimmed" lineClamp={2}>
                          {subgraph.steps.map(nameOf).join(', ')}
                        </Text>
                      </Table.Td>
                      <Table.Td align="right">
                        {mayEdit && (
                          <Group gap="xs" justify="flex-end" wrap="nowrap">
                            <Button variant="subtle" size="compact-sm" aria-label={`Edit subgraph ${subgraph.name}`} onClick={() => onItem(subgraph.id)}>
                              Edit
                            </Button>
                            <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete subgraph ${subgraph.name}`} onClick={() => setDoomed(subgraph)}>
                              Delete
                            </Button>
                          </Group>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Panel>
          {mayEdit && (
            <SubgraphDialog
              opened={search.item !== undefined}
              subgraph={all.find(({ id }) => id === search.item)}
              nodes={nodes}
              workspace={workspace}
              onClose={() => onItem(undefined)}
            />
          )}
          <DeleteSubgraphDialog subgraph={doomed} workspace={workspace} onClose={() => setDoomed(undefined)} />
        </Stack>
      )}
    </QueryView>
  );
}
