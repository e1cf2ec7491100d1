import { Stack, Switch, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './Editor.module.css';
import type { NodeEditor } from './useNodeEditor';

// DescriptionTab edits what the catalog shows about a node.
export function DescriptionTab({ editor }: { editor: NodeEditor }) {
  const { node } = editor;
  const [text, setText] = useState(node.description);
  useEffect(() => setText(node.description), [node.description]);
  const commit = () => text !== node.description && editor.change((old) => ({ ...old, description: text }));
  return (
    <Stack className={classes.form}>
      <Textarea
        label="Description"
        description="The catalog and the documentation show it."
        autosize
        minRows={4}
        value={text}
        readOnly={editor.isReadOnly}
        onChange={(event) => setText(event.currentTarget.value)}
        data-uncommitted={text !== node.description || undefined}
        onBlur={commit}
      />
      <Switch
        label="Deploy this node"
        description="A node that is not deployed stays in the workspace."
        checked={node.deployEnabled ?? true}
        disabled={editor.isReadOnly}
        onChange={(event) => {
          const deployEnabled = event.currentTarget.checked;
          editor.change((old) => ({ ...old, deployEnabled }));
        }}
      />
    </Stack>
  );
}
