import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useCreatePlan } from '../api/plans';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { ProblemAlert } from '../ui/ProblemAlert';
import { formattedParameters, parsedParameters } from './parameters';
import { planSource, useChangedParameters } from './planSource';
import type { WizardContext } from './Wizard';

// ParametersStep shows the parameters of the environment and makes the plan.
export function ParametersStep(context: WizardContext) {
  const { environment, onDraft, go } = context;
  const create = useCreatePlan();
  const stored = formattedParameters(environment.runTimeParameters);
  const changed = useChangedParameters(context);
  const text = changed ?? stored;
  const { problem } = parsedParameters(text);
  const source = planSource(context, changed);

  function enter(parameters: string | undefined) {
    onDraft({ parameters });
    if (context.search.parameters) go({ parameters: undefined }, { replace: true });
  }

  function plan() {
    if (!source) return;
    create.mutate(source, {
      onSuccess: ({ id, counts }) => {
        announce(counts.stop > 0 ? 'The plan has errors' : 'The plan is ready');
        const parameters = changed === undefined ? undefined : 'changed';
        go({ step: 'plan', plan: id, parameters, run: undefined, node: undefined, show: undefined });
      },
    });
  }

  return (
    <Stack gap="md" maw={760}>
      <Textarea
        label="Parameters"
        description="A JSON object. Changed parameters are stored in the environment when the plan is deployed."
        value={text}
        onChange={({ currentTarget: { value } }) => enter(value === stored ? undefined : value)}
        error={problem}
        rows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      />
      {create.error && <ProblemAlert error={create.error} />}
      {create.isPending && (
        <Text size="sm" c="dimmed" role="status">
          Comparing the project with what is deployed and with the database…
        </Text>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={() => go({ step: 'commit' })}>
            Back
          </Button>
          {changed !== undefined && (
            <Button variant="subtle" onClick={() => enter(undefined)}>
              Reset
            </Button>
          )}
        </Group>
        <ActionButton
          reason={problem ? 'Correct the parameters first.' : source ? undefined : 'Choose what to deploy first.'}
          loading={create.isPending}
          onClick={plan}
        >
          Make plan
        </ActionButton>
      </Group>
    </Stack>
  );
}
