import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { ScheduleDraft } from './draft';
import classes from './Schedule.module.css';

const overlaps: { value: ScheduleDraft['overlap']; label: string; description: string }[] = [
  { value: 'queue', label: 'Queue', description: 'Waits until the earlier run is over.' },
  { value: 'skip', label: 'Skip', description: 'Does not run, and the history says so.' },
  { value: 'parallel', label: 'Parallel', description: 'Starts at once; runs with shared nodes still wait.' },
];

const misses: { value: ScheduleDraft['missed']; label: string; description: string }[] = [
  { value: 'fireOnce', label: 'Run once', description: 'One run for the last missed time.' },
  { value: 'skip', label: 'Skip', description: 'Waits for the next time.' },
];

interface PolicyFieldsProps {
  draft: ScheduleDraft;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

// PolicyFields say what happens when runs overlap, when no server was running, and when a run fails.
export function PolicyFields({ draft, onChange }: PolicyFieldsProps) {
  return (
    <div className={classes.policies}>
      <Policies
        label="When the run before is not over"
        value={draft.overlap}
        options={overlaps}
        onChange={(overlap) => onChange({ overlap: overlap as ScheduleDraft['overlap'] })}
      />
      <Stack gap="md">
        <Policies
          label="When no server was running"
          value={draft.missed}
          options={misses}
          onChange={(missed) => onChange({ missed: missed as ScheduleDraft['missed'] })}
        />
        <Retries draft={draft} onChange={onChange} />
      </Stack>
    </div>
  );
}

interface PoliciesProps {
  label: string;
  value: string;
  options: { value: string; label: string; description: string }[];
  onChange: (value: string) => void;
}

function Policies({ label, value, options, onChange }: PoliciesProps) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange} classNames={{ label: classes.policyLabel }}>
      <Stack gap={4} mt={6}>
        {options.map((option) => (
          <div key={option.value} className={classes.policy} data-checked={option.value === value || undefined}>
            <Radio value={option.value} label={option.label} description={option.description} />
          </div>
        ))}
      </Stack>
    </Radio.Group>
  );
}

function Retries({ draft, onChange }: PolicyFieldsProps) {
  return (
    <Group gap="xs" align="flex-end" wrap="wrap">
      <TextInput label="Retries" type="number" min={0} max={20} w={70} value={draft.retries} onChange={(event) => onChange({ retries: event.currentTarget.value })} />
      {Number(draft.retries) > 0 && (
        <>
          <TextInput
            label="Wait, min"
            type="number"
            min={0}
            max={1440}
            step="any"
            w={115}
            value={draft.waitMinutes}
            onChange={(event) => onChange({ waitMinutes: event.currentTarget.value })}
          />
          <NativeSelect
            label="Retry from"
            value={draft.from}
            onChange={(event) => onChange({ from: event.currentTarget.value as ScheduleDraft['from'] })}
            data={[
              { value: 'beginning', label: 'the beginning' },
              { value: 'failure', label: 'the failure' },
            ]}
          />
        </>
      )}
    </Group>
  );
}
