import { Anchor, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Node } from '../api/nodes';
import { counted } from '../ui/text';
import classes from './Editor.module.css';
import { isText, joinsOf, withMetadata } from './model';
import type { NodeEditor } from './useNodeEditor';

// JoinTab edits the text from FROM to the end, one for each source of the node.
export function JoinTab({ editor }: { editor: NodeEditor }) {
  const joins = joinsOf(editor.node);
  return (
    <Stack className={classes.form}>
      {joins.map((source, index) => (
        <JoinField key={index} editor={editor} index={index} text={source.join.joinCondition ?? ''} name={source.name} />
      ))}
      {joins.length === 0 && <Text c="dimmed">This node reads no other node.</Text>}
      {isText(editor.node) && (
        <Text size="sm" c="dimmed">
          The text of the node contains the same lines.{' '}
          <Anchor
            renderRoot={(props) => (
              <Link
                {...props}
                from="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID"
                to="."
                search={(old: object) => ({ ...old, tab: 'sql' as const })}
              />
            )}
          >
            Edit it as SQL
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

interface JoinFieldProps {
  editor: NodeEditor;
  index: number;
  text: string;
  name: string;
}

function JoinField({ editor, index, text, name }: JoinFieldProps) {
  const [value, setValue] = useState(text);
  useEffect(() => setValue(text), [text]);
  const reads = joinsOf(editor.node)[index]?.dependencies ?? [];
  const label = joinsOf(editor.node).length > 1 ? `Source ${name}` : 'Join';
  return (
    <Textarea
      label={label}
      description={`${counted(reads.length, 'node')}: ${reads.map(({ nodeName }) => nodeName).join(', ') || 'none'}. Refer to a node with {{ ref('LOCATION', 'NODE') }}.`}
      autosize
      minRows={6}
      classNames={{ input: classes.code }}
      spellCheck={false}
      value={value}
      readOnly={editor.isReadOnly}
      onChange={(event) => setValue(event.currentTarget.value)}
      data-uncommitted={value !== text || undefined}
      onBlur={() => value !== text && editor.change((node) => withJoin(node, index, value))}
    />
  );
}

function withJoin(node: Node, index: number, joinCondition: string): Node {
  const sourceMapping = joinsOf(node).map((source, position) =>
    position === index ? { ...source, join: { ...source.join, joinCondition } } : source,
  );
  // The server reads dependencies and aliases of a text again; those of a mapping follow from the refs of the join.
  return withMetadata(node, { sourceMapping: isText(node) ? sourceMapping : sourceMapping.map((source, position) => (position === index ? { ...source, dependencies: refsOf(joinCondition) } : source)) });
}

const refPattern = /\bref(?:_link)?\(\s*(['"])(.*?)\1\s*,\s*(['"])(.*?)\3\s*\)/g;

function refsOf(text: string): { locationName: string; nodeName: string }[] {
  const refs = [...text.matchAll(refPattern)].map(([, , locationName = '', , nodeName = '']) => ({ locationName, nodeName }));
  return refs.filter((ref, index) => refs.findIndex((other) => other.locationName === ref.locationName && other.nodeName === ref.nodeName) === index);
}
