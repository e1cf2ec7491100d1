import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { curlLine } from '../api/curl';
import { nodePath } from '../api/nodes';
import { serverQuery } from '../api/server';
import { announce } from '../ui/announce';
import { copyText } from '../ui/clipboard';
import { Icon } from '../ui/Icon';
import { DeleteNodeDialog } from './DeleteNodeDialog';
import { RenameNodeDialog } from './RenameNodeDialog';
import type { NodeEditor } from './useNodeEditor';

interface NodeMenuProps {
  editor: NodeEditor;
  projectID: string;
  mayEdit: boolean;
}

const copy = (text: string) => void copyText(text).then(() => announce('Copied'));

// NodeMenu has the actions that are not needed all the time.
export function NodeMenu({ editor, projectID, mayEdit }: NodeMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const server = useQuery(serverQuery).data;
  const { name } = editor.base;
  const open = (next: 'rename' | 'delete') => {
    // The dialog returns the focus to the button: the menu no longer exists then.
    button.current?.focus();
    setDialog(next);
  };
  return (
    <>
      <Menu position="bottom-end" portalProps={{ target: '#main' }} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size="input-sm" aria-label={`More about ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy(curlLine({ baseURL: server?.baseURL ?? window.location.origin, path: nodePath(editor.key) }))}>
            Copy as curl
          </Menu.Item>
          <Menu.Item onClick={() => copy(`millrace nodes get ${editor.key.nodeID} --workspace ${editor.key.workspaceID}`)}>Copy as command</Menu.Item>
          {mayEdit && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => open('rename')}>Rename or move…</Menu.Item>
              <Menu.Item c="var(--failed)" onClick={() => open('delete')}>
                Delete node…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <RenameNodeDialog opened={dialog === 'rename'} editor={editor} onClose={() => setDialog(undefined)} />
      <DeleteNodeDialog opened={dialog === 'delete'} editor={editor} projectID={projectID} onClose={() => setDialog(undefined)} />
    </>
  );
}
