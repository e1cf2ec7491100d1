import { Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../api/types';
import { Panel } from '../ui/Panel';
import { ConnectionRow } from './ConnectionRow';
import { DeleteConnectionDialog } from './DeleteConnectionDialog';
import { EditConnectionDialog } from './EditConnectionDialog';

export function ConnectionTable({ connections }: { connections: Connection[] }) {
  const [doomed, setDoomed] = useState<Connection>();
  const [edited, setEdited] = useState<Connection>();
  return (
    <>
      <Panel label="Connections">
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Engine</Table.Th>
              <Table.Th>Settings</Table.Th>
              <Table.Th>Used by</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                onEdit={() => setEdited(connection)}
                onDelete={() => setDoomed(connection)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      <EditConnectionDialog connection={edited} onClose={() => setEdited(undefined)} />
      <DeleteConnectionDialog connection={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}
