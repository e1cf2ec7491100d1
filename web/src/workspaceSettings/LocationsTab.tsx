import { Button, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Locations, locationsQuery, useSetLocations } from '../api/workspaceSettings';
import { useUpdateWorkspace } from '../api/workspaces';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { useEdited } from '../ui/useEdited';
import { type LocationRow, listProblem, mappingsOf, rowProblem, rowsOf } from './locationRows';
import { SaveBar } from './SaveBar';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// LocationsTab edits the storage locations of the project, and the database and schema of each in this workspace.
export function LocationsTab(props: SettingsTabProps) {
  const locations = useQuery(locationsQuery(props.workspace.id));
  return (
    <QueryView query={locations}>
      {(loaded) => <LocationsForm locations={loaded} {...props} />}
    </QueryView>
  );
}

function LocationsForm({ locations, workspace, mayEdit, mayManage }: SettingsTabProps & { locations: Locations }) {
  const setLocations = useSetLocations(workspace.id);
  const update = useUpdateWorkspace(workspace.id);
  const stored = rowsOf(locations, workspace.mappings);
  const { value, ...edited } = useEdited({ rows: stored, standard: locations.defaultStorageLocation }, locations.version);
  const { rows, standard } = value;
  const setRows = (next: LocationRow[]) => edited.change({ rows: next, standard });
  const names = rows.map(({ name }) => name.trim());
  const isListChanged = JSON.stringify([names, standard]) !== JSON.stringify([locations.locations, locations.defaultStorageLocation]);
  const isMappingChanged = JSON.stringify(mappingsOf(rows)) !== JSON.stringify(mappingsOf(stored));
  const change = (index: number, field: Partial<LocationRow>) => setRows(rows.map((row, place) => (place === index ? { ...row, ...field } : row)));

  async function save() {
    try {
      if (isListChanged) {
        await setLocations.mutateAsync({ locations: names, defaultStorageLocation: standard, version: edited.version });
      }
      if (isMappingChanged) await update.mutateAsync({ mappings: mappingsOf(rows) });
      edited.complete(value);
    } catch {
      // The alerts below show what failed.
    }
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        A location is the project’s name for a schema. Without a mapping its schema in this workspace is the one shown in gray. The list is part
        of the project; the mappings are part of this workspace.
      </Text>
      <Panel label="Locations">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Default</Table.Th>
              <Table.Th>Location</Table.Th>
              <Table.Th>Database</Table.Th>
              <Table.Th>Schema</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <LocationFields
                key={row.key}
                row={row}
                number={index + 1}
                problem={rowProblem(rows, index)}
                effective={locations.mappings[row.name]}
                isDefault={row.name.trim() === standard}
                mayEdit={mayEdit}
                mayManage={mayManage}
                onChange={(field) => change(index, field)}
                onDefault={() => edited.change({ rows, standard: row.name.trim() })}
                onRemove={() => setRows(rows.filter((_, place) => place !== index))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      {setLocations.error && <ProblemAlert error={setLocations.error} />}
      {update.error && <ProblemAlert error={update.error} />}
      <SaveBar
        mayChange={mayEdit}
        isChanged={isListChanged || isMappingChanged}
        problem={listProblem(rows, standard)}
        isWorking={setLocations.isPending || update.isPending}
        onSave={() => void save()}
        onReset={edited.reset}
      >
        <Button variant="default" onClick={() => setRows([...rows, { key: `new ${Date.now()}`, name: '', database: '', schema: '' }])}>
          Add location
        </Button>
      </SaveBar>
    </Stack>
  );
}

interface LocationFieldsProps {
  row: LocationRow;
  number: number;
  problem: string | undefined;
  effective: { database: string; schema: string } | undefined;
  isDefault: boolean;
  mayEdit: boolean;
  mayManage: boolean;
  onChange: (field: Partial<LocationRow>) => void;
  onDefault: () => void;
  onRemove: () => void;
}

function LocationFields({ row, number, problem, effective, isDefault, mayEdit, mayManage, onChange, onDefault, onRemove }: LocationFieldsProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <input type="radio" name="default location" aria-label={`Default ${row.name || number}`} checked={isDefault} disabled={!mayEdit} onChange={onDefault} />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Location ${number}`}
          value={row.name}
          error={problem}
          readOnly={!mayEdit}
          maxLength={200}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Database ${number}`}
          value={row.database}
          placeholder={effective?.database}
          readOnly={!mayManage}
          maxLength={200}
          onChange={(event) => onChange({ database: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Schema ${number}`}
          value={row.schema}
          placeholder={effective?.schema ?? row.name}
          readOnly={!mayManage}
          maxLength={200}
          onChange={(event) => onChange({ schema: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td align="right">
        {mayEdit && (
          <Button variant="subtle" color="red" size="compact-sm" aria-label={`Remove location ${row.name || number}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
