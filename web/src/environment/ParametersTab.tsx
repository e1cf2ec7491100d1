import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useUpdateEnvironment } from '../api/environmentSettings';
import { formattedParameters, parsedParameters } from '../deploy/parameters';
import { may } from '../environments/permissions';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { LeaveDialog } from '../ui/LeaveDialog';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useEdited } from '../ui/useEdited';
import type { EnvironmentTabProps } from './EnvironmentPage';

// ParametersTab edits the parameters of an environment as JSON.
export function ParametersTab({ environment, overview }: EnvironmentTabProps) {
  const update = useUpdateEnvironment(environment.id);
  const stored = formattedParameters(environment.runTimeParameters);
  const { value: text, ...edited } = useEdited(stored);
  const { value, problem } = parsedParameters(text);
  const mayChange = may(overview, 'environment.update');

  function save() {
    update.mutate(
      { runTimeParameters: value },
      {
        onSuccess: () => {
          announce('The parameters are saved');
          edited.complete(text);
        },
      },
    );
  }

  return (
    <Stack gap="md" maw={760}>
      <Textarea
        label="Parameters"
        description="A JSON object that templates read as parameters. A change makes the open plans of this environment stale."
        value={text}
        onChange={(event) => edited.change(event.currentTarget.value)}
        error={problem}
        readOnly={!mayChange}
        rows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      />
      {update.error && <ProblemAlert error={update.error} />}
      <LeaveDialog isDirty={edited.isChanged} title="The changed parameters are not saved" parts={['tab']} />
      {mayChange ? (
        <Group justify="flex-end">
          <ActionButton reason={saveReason(text, stored, problem)} loading={update.isPending} onClick={save}>
            Save
          </ActionButton>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Your roles do not include changing this environment.
        </Text>
      )}
    </Stack>
  );
}

function saveReason(text: string, stored: string, problem: string | undefined): string | undefined {
  if (problem) return 'Correct the parameters first.';
  return text === stored ? 'Nothing has changed.' : undefined;
}
