import { Alert, Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Node } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import classes from './Editor.module.css';
import { DiscardButton } from './EditorHeader';
import { mergeNodes } from './merge';
import type { NodeEditor } from './useNodeEditor';

interface ConflictNoticeProps {
  editor: NodeEditor;
  theirs: Node;
  onCompare: () => void;
}

// ConflictNotice says that someone else saved the node while this page has a draft.
export function ConflictNotice({ editor, theirs, onCompare }: ConflictNoticeProps) {
  const { conflicts } = useMemo(() => mergeNodes({ base: editor.base, mine: editor.node, theirs }), [editor.base, editor.node, theirs]);
  return (
    <div className={classes.conflict} role="alert">
      <Icon name="alert" />
      <Text size="sm">
        <strong>Someone else saved this node as version {theirs.version}.</strong>{' '}
        {conflicts.length > 0 ? `Both of you changed ${counted(conflicts.length, 'field')}.` : 'Your changes fit together with theirs.'} Nothing is lost: your
        changes stay here until you choose.
      </Text>
      <Button size="xs" onClick={onCompare}>
        Compare both sides
      </Button>
    </div>
  );
}

// DraftNotice says that the page shows changes of an earlier visit.
export function DraftNotice({ editor }: { editor: NodeEditor }) {
  if (!editor.restoredFrom || editor.changes === 0) return null;
  return (
    <Group gap="sm" className={classes.notice} role="status">
      <Text size="sm">
        This browser kept your unsaved changes of <RelativeTime at={editor.restoredFrom} />.
      </Text>
      <DiscardButton editor={editor} />
    </Group>
  );
}

export function ReadOnlyNotice() {
  return (
    <Alert variant="outline" color="gray" icon={<Icon name="info" />}>
      You can read this node. To edit it you need a role that edits workspaces of this project, such as project contributor.
    </Alert>
  );
}

export const NarrowNotice = () => (
  <Text size="sm" c="dimmed">
    This window is too narrow to edit the node. You can read and run it.
  </Text>
);
