import { Button, Kbd, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { SegmentChoice } from '../ui/SegmentChoice';
import { counted } from '../ui/text';
import classes from './Editor.module.css';
import { LastNodeRun } from './LastNodeRun';
import { NodeMenu } from './NodeMenu';
import { RunNodeButtons } from './RunNodeButtons';
import { isText } from './model';
import type { NodeTab } from './search';
import type { NodeEditor } from './useNodeEditor';

interface EditorHeaderProps {
  editor: NodeEditor;
  projectID: string;
  tab: NodeTab;
  mayEdit: boolean;
  onTab: (tab: NodeTab) => void;
}

// EditorHeader names the node and has the actions on it.
export function EditorHeader({ editor, projectID, tab, mayEdit, onTab }: EditorHeaderProps) {
  const { node, changes } = editor;
  useDocumentTitle(`${changes > 0 ? '● ' : ''}${node.name} · Millrace`);
  const facts = [node.locationName, node.nodeType, node.materializationType].filter(Boolean).join(' · ');
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        <Title order={1} className={classes.title}>
          {node.name}
        </Title>
        <Text size="sm" c="dimmed">
          {facts}
        </Text>
        {changes > 0 && (
          <span className={classes.unsaved} role="status">
            {counted(changes, 'unsaved change')}
          </span>
        )}
        <LastNodeRun editor={editor} />
      </div>
      <div className={classes.actions}>
        {isText(node) && (
          <SegmentChoice
            label="Edit as"
            value={tab === 'sql' ? 'sql' : 'grid'}
            options={[
              { value: 'grid', label: 'Grid' },
              { value: 'sql', label: 'SQL' },
            ]}
            onChange={(mode) => onTab(mode === 'sql' ? 'sql' : 'columns')}
          />
        )}
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<Icon name="branch" size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectID/workspaces/$workspaceID/changes"
                params={{ projectID, workspaceID: editor.key.workspaceID }}
              />
            )}
          >
            Changes
          </Button>
        )}
        {mayEdit && <RunNodeButtons editor={editor} />}
        {!editor.isReadOnly && (
          <ActionButton
            reason={changes === 0 ? 'There are no unsaved changes.' : undefined}
            leftSection={<Icon name="save" size={16} />}
            rightSection={
              <Kbd size="xs" className={classes.kbd}>
                Ctrl S
              </Kbd>
            }
            loading={editor.isSaving}
            onClick={editor.save}
          >
            Save
          </ActionButton>
        )}
        <NodeMenu editor={editor} projectID={projectID} mayEdit={mayEdit} />
      </div>
    </header>
  );
}

export function DiscardButton({ editor }: { editor: NodeEditor }) {
  return (
    <Button variant="default" size="compact-sm" onClick={editor.discard}>
      Discard my changes
    </Button>
  );
}
