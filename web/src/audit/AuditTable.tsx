import { Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { AuditEntry } from '../api/audit';
import tones from '../environments/tones.module.css';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import toggles from '../webhooks/Webhooks.module.css';
import { AuditDetails } from './AuditDetails';
import { actorText, changedText, objectText } from './words';

const route = getRouteApi('/signedIn/admin/audit');

// AuditTable lists entries. The entry that is open is in the address.
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { entry: open } = route.useSearch();
  const navigate = route.useNavigate();
  const toggle = (id: string) => void navigate({ search: (old) => ({ ...old, entry: id === open ? undefined : id }), replace: true });
  return (
    <Panel label="Entries">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Action</Table.Th>
            <Table.Th>Object</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>Changed</Table.Th>
            <Table.Th>Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <EntryRows key={entry.id} entry={entry} isOpen={entry.id === open} onToggle={() => toggle(entry.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function EntryRows({ entry, isOpen, onToggle }: { entry: AuditEntry; isOpen: boolean; onToggle: () => void }) {
  const isRefused = entry.result === 'refused';
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">
          <button type="button" className={toggles.toggle} aria-expanded={isOpen} onClick={onToggle}>
            {entry.action}
          </button>
        </Table.Th>
        <Table.Td>{objectText(entry)}</Table.Td>
        <Table.Td>{actorText(entry)}</Table.Td>
        <Table.Td>{entry.address ?? ''}</Table.Td>
        <Table.Td>
          <span className={tones.text} data-tone={isRefused ? 'failed' : 'idle'}>
            {isRefused ? 'Refused' : 'Done'}
          </span>
        </Table.Td>
        <Table.Td>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {changedText(entry)}
          </Text>
        </Table.Td>
        <Table.Td>
          <RelativeTime at={entry.at} />
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <AuditDetails entry={entry} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
