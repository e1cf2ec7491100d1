import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { curlLine } from '../api/curl';
import { nodePath } from '../api/nodes';
import { serverQuery } from '../api/server';
import { announce } from '../ui/announce';
import { copyText } from '../ui/clipboard';
import { Icon } from '../ui/Icon';
import { Menu, MenuDivider, MenuItem } from '../ui/Menu';
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
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const server = useQuery(serverQuery).data;
  const { name } = editor.base;
  return (
    <>
      <Menu
        align="end"
        renderTarget={(props) => (
          <ActionIcon {...props} variant="default" size="input-sm" aria-label={`More about ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        )}
      >
        <MenuItem onClick={() => copy(curlLine({ baseURL: server?.baseURL ?? window.location.origin, path: nodePath(editor.key) }))}>Copy as curl</MenuItem>
        <MenuItem onClick={() => copy(`millrace nodes get ${editor.key.nodeID} --workspace ${editor.key.workspaceID}`)}>Copy as command</MenuItem>
        {mayEdit && (
          <>
            <MenuDivider />
            <MenuItem onClick={() => setDialog('rename')}>Rename or move…</MenuItem>
            <MenuItem isDanger onClick={() => setDialog('delete')}>
              Delete node…
            </MenuItem>
          </>
        )}
      </Menu>
      <RenameNodeDialog opened={dialog === 'rename'} editor={editor} onClose={() => setDialog(undefined)} />
      <DeleteNodeDialog opened={dialog === 'delete'} editor={editor} projectID={projectID} onClose={() => setDialog(undefined)} />
    </>
  );
}
