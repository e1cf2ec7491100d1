import { Button, NativeSelect, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useUpdateWorkspace } from '../api/workspaces';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useEdited } from '../ui/useEdited';
import { type ParameterRow, type ValueKind, kinds, parametersOf, rowsOf, nameProblem, valueProblem } from './parameterRows';
import { SaveBar } from './SaveBar';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// ParametersTab edits the parameters that templates read in previews and development runs of this workspace.
export function ParametersTab({ workspace, mayManage }: SettingsTabProps) {
  const update = useUpdateWorkspace(workspace.id);
  const { value: rows, change: setRows, ...edited } = useEdited(rowsOf(workspace.parameters));
  const change = (index: number, field: Partial<ParameterRow>) => setRows(rows.map((row, place) => (place === index ? { ...row, ...field } : row)));
  const hasProblem = rows.some((row, index) => nameProblem(rows, index) ?? valueProblem(row));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        Templates read them as <code>parameters.name</code>. They belong to this workspace; each environment has its own.
      </Text>
      <Panel label="Parameters">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Kind</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={4}>
                  <Text size="sm" c="dimmed">
                    There are no parameters.
                  </Text>
                </Table.Td>
              </Table.Tr>
            )}
            {rows.map((row, index) => (
              <Table.Tr key={row.key}>
                <Table.Td>
                  <TextInput
                    aria-label={`Name ${index + 1}`}
                    value={row.name}
                    error={nameProblem(rows, index)}
                    readOnly={!mayManage}
                    maxLength={200}
                    onChange={(event) => change(index, { name: event.currentTarget.value })}
                  />
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={`Kind ${index + 1}`}
                    value={row.kind}
                    disabled={!mayManage}
                    data={kinds}
                    onChange={(event) => change(index, { kind: event.currentTarget.value as ValueKind })}
                  />
                </Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={`Value ${index + 1}`}
                    value={row.value}
                    error={valueProblem(row)}
                    readOnly={!mayManage}
                    onChange={(event) => change(index, { value: event.currentTarget.value })}
                  />
                </Table.Td>
                <Table.Td align="right">
                  {mayManage && (
                    <Button
                      variant="subtle"
                      color="red"
                      size="compact-sm"
                      aria-label={`Remove parameter ${row.name || index + 1}`}
                      onClick={() => setRows(rows.filter((_, place) => place !== index))}
                    >
                      Remove
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      {update.error && <ProblemAlert error={update.error} />}
      <SaveBar
        mayChange={mayManage}
        isChanged={edited.isChanged}
        problem={hasProblem ? 'Correct the marked fields first.' : undefined}
        isWorking={update.isPending}
        onSave={() => update.mutate({ parameters: parametersOf(rows) }, { onSuccess: () => edited.complete(rows) })}
        onReset={edited.reset}
      >
        <Button variant="default" onClick={() => setRows([...rows, { key: `new ${Date.now()}`, name: '', kind: 'text', value: '' }])}>
          Add parameter
        </Button>
      </SaveBar>
    </Stack>
  );
}
