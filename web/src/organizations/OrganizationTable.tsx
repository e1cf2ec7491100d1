import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdministeredOrganization } from '../api/organizations';
import { meQuery } from '../api/session';
import tones from '../environments/tones.module.css';
import { sizeText } from '../server/words';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { DeleteOrganizationDialog } from './DeleteOrganizationDialog';
import { EditOrganizationDialog } from './EditOrganizationDialog';

export function OrganizationTable({ organizations }: { organizations: AdministeredOrganization[] }) {
  const own = useSuspenseQuery(meQuery).data.organization.id;
  const [edited, setEdited] = useState<AdministeredOrganization>();
  const [doomed, setDoomed] = useState<AdministeredOrganization>();
  return (
    <>
      <Panel label="Organizations">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Users</Table.Th>
              <Table.Th>Projects</Table.Th>
              <Table.Th>Runs in progress</Table.Th>
              <Table.Th>Storage</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {organizations.map((organization) => (
              <OrganizationRow
                key={organization.id}
                organization={organization}
                isOwn={organization.id === own}
                onEdit={() => setEdited(organization)}
                onDelete={() => setDoomed(organization)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      <EditOrganizationDialog organization={edited} onClose={() => setEdited(undefined)} />
      <DeleteOrganizationDialog organization={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

interface OrganizationRowProps {
  organization: AdministeredOrganization;
  isOwn: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function OrganizationRow({ organization, isOwn, onEdit, onDelete }: OrganizationRowProps) {
  const { name, subdomain, createdAt, use, quotas } = organization;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" fw={400}>
          {subdomain}
          {isOwn && ', your organization'}
        </Text>
      </Table.Th>
      <Table.Td>
        <Used used={use.users} quota={quotas.maxUsers} />
      </Table.Td>
      <Table.Td>{use.projects}</Table.Td>
      <Table.Td>
        <Used used={use.runsRunning} quota={quotas.maxRuns} />
        {use.runsWaiting > 0 && `, ${use.runsWaiting} waiting`}
      </Table.Td>
      <Table.Td>
        {use.measuredAt ? <Used used={use.storageBytes} quota={quotas.maxStorageBytes} text={sizeText} /> : 'not measured yet'}
      </Table.Td>
      <Table.Td>
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          {!isOwn && (
            <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface UsedProps {
  used: number;
  quota: number;
  text?: (value: number) => string;
}

// Used shows a number and its quota, if there is one.
function Used({ used, quota, text = String }: UsedProps) {
  if (quota === 0) return text(used);
  return (
    <span className={tones.text} data-tone={used >= quota ? 'warning' : undefined}>
      {text(used)} of {text(quota)}
    </span>
  );
}
