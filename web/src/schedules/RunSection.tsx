import { NativeSelect, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentJobsQuery } from '../api/runs';
import { parsedParameters } from '../deploy/parameters';
import { SelectorFields } from '../jobs/SelectorFields';
import { useMatches } from '../selector/useMatches';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { SegmentChoice } from '../ui/SegmentChoice';
import type { ScheduleDraft } from './draft';
import classes from './Schedule.module.css';

interface RunSectionProps {
  draft: ScheduleDraft;
  isLocked: boolean;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

// RunSection says what the schedule runs: a deployed job, or the nodes of its own selectors.
export function RunSection({ draft, isLocked, onChange }: RunSectionProps) {
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="what-title">
        <div className={classes.cardTitle}>
          <Title order={2} size="h4" id="what-title">
            What it runs
          </Title>
          <SegmentChoice
            label="What it runs"
            value={draft.runs}
            options={[
              { value: 'job', label: 'A job' },
              { value: 'selectors', label: 'Selectors' },
            ]}
            onChange={(runs) => onChange({ runs })}
          />
        </div>
        {draft.runs === 'job' ? <JobField draft={draft} onChange={onChange} /> : draft.environmentID && <OwnSelectors draft={draft} isLocked={isLocked} onChange={onChange} />}
        <ParameterFields draft={draft} onChange={onChange} />
      </section>
    </Panel>
  );
}

function JobField({ draft, onChange }: Omit<RunSectionProps, 'isLocked'>) {
  const jobs = useQuery({ ...environmentJobsQuery(draft.environmentID), enabled: draft.environmentID !== '' });
  const all = jobs.data ?? [];
  const job = all.find(({ id }) => id === draft.jobID);
  const isMissing = draft.jobID !== '' && jobs.data !== undefined && !job;
  const options = [
    { value: '', label: jobs.data && all.length === 0 ? 'No job is deployed' : 'Choose a job…' },
    ...all.map(({ id, name }) => ({ value: id, label: name })),
    ...(isMissing ? [{ value: draft.jobID, label: `Job ${draft.jobID} (not deployed)` }] : []),
  ];
  return (
    <Stack gap="sm">
      {jobs.error && <ProblemAlert error={jobs.error} onRetry={() => void jobs.refetch()} />}
      <NativeSelect
        label="Job"
        description="The jobs that are deployed in the environment. The schedule runs the job as it is deployed at that time."
        value={draft.jobID}
        onChange={(event) => onChange({ jobID: event.currentTarget.value })}
        data={options}
        error={isMissing ? 'This job is not deployed. Runs fail until it is.' : undefined}
      />
      {job && (
        <dl className={classes.selectors}>
          <dt>Include</dt>
          <dd>{job.includeSelector ? <code>{job.includeSelector}</code> : 'every node'}</dd>
          <dt>Exclude</dt>
          <dd>{job.excludeSelector ? <code>{job.excludeSelector}</code> : 'nothing'}</dd>
        </dl>
      )}
    </Stack>
  );
}

// OwnSelectors are matched against what is deployed in the environment.
function OwnSelectors({ draft, isLocked, onChange }: RunSectionProps) {
  const matching = useMatches({ environmentID: draft.environmentID }, draft);
  return <SelectorFields selectors={draft} matching={matching} isReadOnly={isLocked} onChange={onChange} />;
}

// ParameterFields are folded until they are needed: most schedules use the parameters of the environment.
function ParameterFields({ draft, onChange }: Omit<RunSectionProps, 'isLocked'>) {
  const { problem } = parsedParameters(draft.parameters);
  const isSet = draft.parameters !== '{}' || draft.parallelism !== '';
  return (
    <details className={classes.more} open={isSet || undefined}>
      <summary>Parameters and parallelism</summary>
      <Stack gap="sm" mt="sm">
        <Textarea
          label="Parameters"
          description="A JSON object that replaces the parameters of the environment. {}: use those of the environment."
          value={draft.parameters}
          onChange={(event) => onChange({ parameters: event.currentTarget.value })}
          error={problem}
          rows={4}
          spellCheck={false}
          classNames={{ input: classes.mono }}
        />
        <TextInput
          label="Parallelism"
          description="How many nodes run at once. Empty: the default."
          type="number"
          min={1}
          max={256}
          maw={220}
          value={draft.parallelism}
          onChange={(event) => onChange({ parallelism: event.currentTarget.value })}
        />
        <Text size="xs" c="dimmed">
          The schedule runs with the permissions of its owner.
        </Text>
      </Stack>
    </details>
  );
}
