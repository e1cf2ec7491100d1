import { Text, TextInput, Title } from '@mantine/core';
import { Panel } from '../ui/Panel';
import classes from './Jobs.module.css';

export interface JobDraft {
  name: string;
  include: string;
  exclude: string;
}

interface JobFieldsProps {
  draft: JobDraft;
  mayEdit: boolean;
  onChange: (change: Partial<JobDraft>) => void;
}

// JobFields edits the name and the selectors of a job.
export function JobFields({ draft, mayEdit, onChange }: JobFieldsProps) {
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="job-nodes">
        <Title order={2} size="h4" id="job-nodes">
          Nodes
        </Title>
        {!mayEdit && (
          <Text size="sm" c="dimmed">
            Your roles do not include editing this workspace.
          </Text>
        )}
        <fieldset className={classes.fields} disabled={!mayEdit} aria-label="Job">
          <TextInput label="Name" value={draft.name} maxLength={200} required onChange={(event) => onChange({ name: event.currentTarget.value })} />
          <TextInput
            label="Include"
            description="A selector, such as +{ location: MART }. Empty: every node."
            value={draft.include}
            onChange={(event) => onChange({ include: event.currentTarget.value })}
            classNames={{ input: classes.mono }}
            spellCheck={false}
            autoComplete="off"
          />
          <TextInput
            label="Exclude"
            description="A selector of nodes to leave out. Empty: none."
            value={draft.exclude}
            onChange={(event) => onChange({ exclude: event.currentTarget.value })}
            classNames={{ input: classes.mono }}
            spellCheck={false}
            autoComplete="off"
          />
        </fieldset>
      </section>
    </Panel>
  );
}
