import { Button, Group, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useUpdateEnvironment } from '../api/environmentSettings';
import type { Environment } from '../api/types';
import { may } from '../environments/permissions';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { LeaveDialog } from '../ui/LeaveDialog';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useEdited } from '../ui/useEdited';
import type { EnvironmentTabProps } from './EnvironmentPage';

interface MappingRow {
  key: string;
  location: string;
  database: string;
  schema: string;
  readOnly: boolean;
}

type MappingField = 'location' | 'database' | 'schema';

// MappingsTab edits which database and schema each storage location has in this environment.
export function MappingsTab({ environment, overview }: EnvironmentTabProps) {
  const update = useUpdateEnvironment(environment.id);
  const stored = rowsOf(environment.currentMappings);
  const { value: rows, change: setRows, ...edited } = useEdited(stored);
  const mayChange = may(overview, 'environment.update');

  function change(index: number, field: MappingField | 'readOnly', value: string | boolean) {
    setRows(rows.map((row, place) => (place === index ? { ...row, [field]: value } : row)));
  }

  function save() {
    const mappings = Object.fromEntries(rows.map(({ location, ...mapping }) => [location.trim(), wireMapping(mapping)]));
    update.mutate(
      { mappings },
      {
        onSuccess: () => {
          announce('The storage mappings are saved');
          edited.complete(rows);
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        A location without a mapping has its own name as schema, in the default database of the connection. A change makes the
        open plans of this environment stale, and the next deployment moves the objects.
      </Text>
      <Panel label="Storage mappings">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Location</Table.Th>
              <Table.Th>Database</Table.Th>
              <Table.Th>Schema</Table.Th>
              <Table.Th>Read only</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={5}>
                  <Text size="sm" c="dimmed">
                    No location is mapped.
                  </Text>
                </Table.Td>
              </Table.Tr>
            )}
            {rows.map((row, index) => (
              <MappingFields
                key={row.key}
                row={row}
                number={index + 1}
                mayChange={mayChange}
                onChange={(field, value) => change(index, field, value)}
                onReadOnly={(value) => change(index, 'readOnly', value)}
                onRemove={() => setRows(rows.filter((_, place) => place !== index))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      {update.error && <ProblemAlert error={update.error} />}
      <LeaveDialog isDirty={edited.isChanged} title="The changed mappings are not saved" parts={['tab']} />
      {mayChange && (
        <Group justify="space-between">
          <Button variant="default" onClick={() => setRows([...rows, { key: `new ${Date.now()}`, location: '', database: '', schema: '', readOnly: false }])}>
            Add mapping
          </Button>
          <ActionButton reason={saveReason(rows, stored)} loading={update.isPending} onClick={save}>
            Save
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}

interface MappingFieldsProps {
  row: MappingRow;
  number: number;
  mayChange: boolean;
  onChange: (field: MappingField, value: string) => void;
  onReadOnly: (readOnly: boolean) => void;
  onRemove: () => void;
}

function MappingFields({ row, number, mayChange, onChange, onReadOnly, onRemove }: MappingFieldsProps) {
  const fields: { field: MappingField; label: string }[] = [
    { field: 'location', label: 'Location' },
    { field: 'database', label: 'Database' },
    { field: 'schema', label: 'Schema' },
  ];
  return (
    <Table.Tr>
      {fields.map(({ field, label }) => (
        <Table.Td key={field}>
          {mayChange ? (
            <TextInput
              aria-label={`${label} ${number}`}
              value={row[field]}
              maxLength={200}
              onChange={(event) => onChange(field, event.currentTarget.value)}
            />
          ) : (
            <code>{row[field]}</code>
          )}
        </Table.Td>
      ))}
      <Table.Td>
        <input
          type="checkbox"
          aria-label={`Read only ${number}`}
          checked={row.readOnly}
          disabled={!mayChange}
          onChange={(event) => onReadOnly(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td align="right">
        {mayChange && (
          <Button variant="subtle" color="red" size="compact-sm" aria-label={`Remove mapping ${row.location || number}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function rowsOf(mappings: Environment['currentMappings']): MappingRow[] {
  return Object.entries(mappings)
    .map(([location, { database, schema, readOnly = false }]) => ({ key: location, location, database, schema, readOnly }))
    .toSorted((a, b) => a.location.localeCompare(b.location));
}

// wireMapping leaves readOnly out if it is false, as the server does.
function wireMapping({ database, schema, readOnly }: Omit<MappingRow, 'location'>) {
  return { database, schema, ...(readOnly && { readOnly }) };
}

function saveReason(rows: MappingRow[], stored: MappingRow[]): string | undefined {
  const names = rows.map(({ location }) => location.trim());
  if (names.includes('')) return 'Every mapping needs a location.';
  if (new Set(names).size < names.length) return 'A location is mapped twice.';
  return JSON.stringify(rows) === JSON.stringify(stored) ? 'Nothing has changed.' : undefined;
}
