import { Group, Text, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Matching } from '../selector/useMatches';
import { Panel } from '../ui/Panel';
import classes from './Jobs.module.css';
import { SelectorFields } from './SelectorFields';

export interface JobDraft {
  name: string;
  include: string;
  exclude: string;
}

interface JobFieldsProps {
  draft: JobDraft;
  matching: Matching;
  mayEdit: boolean;
  // The link to the nodes in Build.
  link: ReactNode;
  onChange: (change: Partial<JobDraft>) => void;
}

// JobFields edits the name and the selectors of a job, and counts what they match while the user types.
export function JobFields({ draft, matching, mayEdit, link, onChange }: JobFieldsProps) {
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="job-nodes">
        <Group justify="space-between">
          <Title order={2} size="h4" id="job-nodes">
            Nodes
          </Title>
          {link}
        </Group>
        {!mayEdit && (
          <Text size="sm" c="dimmed">
            Your roles do not include editing this workspace.
          </Text>
        )}
        <fieldset className={classes.fields} disabled={!mayEdit} aria-label="Job">
          <TextInput label="Name" value={draft.name} maxLength={200} required onChange={(event) => onChange({ name: event.currentTarget.value })} />
          <SelectorFields selectors={draft} matching={matching} isReadOnly={!mayEdit} onChange={onChange} />
        </fieldset>
      </section>
    </Panel>
  );
}
