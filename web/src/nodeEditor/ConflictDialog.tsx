import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Node } from '../api/nodes';
import { CopyButton } from '../ui/CopyButton';
import { Dialog } from '../ui/Dialog';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import classes from './Conflict.module.css';
import { type Conflict, type Side, mergeNodes } from './merge';
import { isText } from './model';
import type { NodeEditor } from './useNodeEditor';

interface ConflictDialogProps {
  opened: boolean;
  editor: NodeEditor;
  theirs: Node;
  onClose: () => void;
  // Opens the own side of a conflict in the editor.
  onEdit: (conflict: Conflict) => void;
}

const sideNames: Record<Side, string> = { mine: 'Yours', theirs: 'Theirs' };

// ConflictDialog shows both versions field by field. Nothing is saved before the user saves the merge.
export function ConflictDialog({ opened, editor, theirs, onClose, onEdit }: ConflictDialogProps) {
  const { base, node } = editor;
  const merge = useMemo(() => mergeNodes({ base, mine: node, theirs }), [base, node, theirs]);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const undecided = merge.conflicts.filter(({ id }) => !choices[id]);
  const open = undecided.length;
  const first = undecided[0] ?? merge.conflicts[0];
  const save = () => editor.saveMerged(merge.result(choices), theirs, onClose);
  return (
    <Dialog opened={opened} onClose={onClose} title={`Two versions of ${node.name}`} size="62rem">
      <Stack gap="md">
        <Text c="dimmed">
          You started from version {base.version}. Someone else saved version {theirs.version}.{' '}
          {merge.conflicts.length === 0 ? 'All changes fit together.' : `${counted(merge.conflicts.length, 'field was', 'fields were')} changed by both.`}
        </Text>
        {merge.conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.id}
            conflict={conflict}
            chosen={choices[conflict.id]}
            versions={{ mine: 'not saved', theirs: `version ${theirs.version}` }}
            onChoose={(side) => setChoices((old) => ({ ...old, [conflict.id]: side }))}
          />
        ))}
        {merge.merged.length > 0 && (
          <section>
            <Title order={3} size="h6" mb={6}>
              What fits together on its own
            </Title>
            <ul className={classes.merged}>
              {merge.merged.map(({ label, text, from }, index) => (
                <li key={index}>
                  <strong>{label}</strong>
                  <code>{text}</code>
                  <span>{from === 'mine' ? 'from you' : 'from them'}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {editor.problem != null && <ProblemAlert error={editor.problem} />}
        <Group justify="space-between">
          <CopyButton label="Copy my version" size="sm" text={isText(node) ? node.sql : JSON.stringify(node, undefined, 2)} />
          <Group gap="xs">
            <Button variant="default" onClick={() => (first ? onEdit(first) : onClose())}>
              {first ? 'Edit yours first' : 'Continue editing'}
            </Button>
            <Button disabled={open > 0} loading={editor.isSaving} onClick={save}>
              {open > 0 ? `Choose ${counted(open, 'side')}` : 'Save the merged version'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConflictChoiceProps {
  conflict: Conflict;
  chosen?: Side;
  versions: Record<Side, string>;
  onChoose: (side: Side) => void;
}

function ConflictChoice({ conflict, chosen, versions, onChoose }: ConflictChoiceProps) {
  return (
    <fieldset className={classes.conflict}>
      <legend>
        <strong>{conflict.label}</strong> <span>before:</span> <code>{conflict.base}</code>
      </legend>
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <label key={side} className={classes.side} data-chosen={chosen === side || undefined}>
            <span className={classes.sideHead}>
              <input type="radio" name={conflict.id} checked={chosen === side} onChange={() => onChoose(side)} />
              <strong>{sideNames[side]}</strong> {versions[side]}
            </span>
            <code>{conflict[side]}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
