import { Checkbox, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRerun, useStartRun } from '../api/runs';
import type { RunInfo } from '../api/types';
import { Dialog } from '../ui/Dialog';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { type Fields, submitted } from '../ui/form';
import { counted } from '../ui/text';
import { useOpenRun } from './RunActions';

interface EditRerunDialogProps {
  run: RunInfo;
  // How many nodes failed or did not run.
  left: number;
  opened: boolean;
  onClose: () => void;
}

type Choice = 'failure' | 'same' | 'selectors';

// EditRerunDialog starts a run like another one, with other parameters or nodes.
export function EditRerunDialog({ run, left, opened, onClose }: EditRerunDialogProps) {
  // What is left becomes known only after the end of the run, when this dialog exists already.
  const [chosen, setChosen] = useState<Choice>();
  const choice = chosen ?? (left > 0 ? 'failure' : 'same');
  const [parameterError, setParameterError] = useState<string>();
  const open = useOpenRun();
  const rerun = useRerun();
  const start = useStartRun();
  const onSuccess = ({ runCounter }: { runCounter: number }) => {
    onClose();
    open(runCounter);
  };

  function submit(fields: Fields) {
    const parameters = parseParameters(fields.parameters ?? '');
    setParameterError(parameters === undefined ? 'Enter a JSON object, such as {"day": "2026-01-31"}.' : undefined);
    if (parameters === undefined) return;
    if (choice === 'failure') rerun.mutate({ runID: `${run.id}`, parameters }, { onSuccess });
    else start.mutate({ ...selection(run, choice, fields), ...flagsOf(fields), parameters }, { onSuccess });
  }

  const options = [
    ...(left > 0 ? [{ value: 'failure', label: `From failure: ${counted(left, 'node')} that failed or did not run` }] : []),
    { value: 'same', label: `The same selection: ${counted(run.runDetails.nodesInRun, 'node')}` },
    { value: 'selectors', label: 'Other nodes' },
  ];
  const problem = rerun.error ?? start.error;
  return (
    <Dialog opened={opened} onClose={onClose} title={`Re-run ${run.id}`} size="lg">
      <form onSubmit={submitted(submit)}>
        <Stack>
          <NativeSelect label="Nodes" value={choice} onChange={(event) => setChosen(event.currentTarget.value as Choice)} data={options} data-autofocus />
          {choice === 'selectors' && (
            <>
              <TextInput label="Include" name="include" defaultValue={run.runDetails.includeNodesSelector} description="A selector, such as +{ FCT_ORDER }. Empty: every node." />
              <TextInput label="Exclude" name="exclude" defaultValue={run.runDetails.excludeNodesSelector} description="A selector of nodes to leave out." />
            </>
          )}
          {choice !== 'failure' && (
            <>
              <TextInput label="Parallelism" name="parallelism" type="number" min={1} max={256} defaultValue={run.runDetails.parallelism} description="The number of nodes that run at once." />
              <Checkbox label="Keep up to 100 rows of each failed test" name="keepFailingRows" description="Otherwise the first 5 are kept." />
              <Checkbox label="Only what changed" name="onlyChanged" description="Builds nodes that changed, or whose inputs changed, since their last build." />
            </>
          )}
          <Textarea
            label="Parameters"
            name="parameters"
            autosize
            minRows={3}
            maxRows={12}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            defaultValue={JSON.stringify(run.runTimeParameters, null, 2)}
            error={parameterError}
            description="A JSON object that replaces the parameters for this run."
          />
          {problem && <ProblemAlert error={problem} />}
          <Text size="sm" c="dimmed">
            The run uses what is deployed in the environment now.
          </Text>
          <FormActions submit="Start the run" isWorking={rerun.isPending || start.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function parseParameters(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function selection(run: RunInfo, choice: Choice, fields: Fields) {
  const { environmentID, runDetails } = run;
  const { createOnly } = runDetails;
  const parallelism = Number(fields.parallelism) || runDetails.parallelism;
  if (choice === 'selectors') return { environmentID, include: fields.include, exclude: fields.exclude, parallelism, createOnly };
  const { jobID, includeNodesSelector: include, excludeNodesSelector: exclude } = runDetails;
  return { environmentID, jobID: jobID === undefined ? undefined : `${jobID}`, include, exclude, parallelism, createOnly };
}

// flagsOf returns what was checked; the browser leaves out the rest.
const flagsOf = ({ keepFailingRows, onlyChanged }: Fields) => ({
  keepFailingRows: keepFailingRows === undefined ? undefined : true,
  onlyChanged: onlyChanged === undefined ? undefined : true,
});
