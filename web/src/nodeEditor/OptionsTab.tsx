import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type NodeOptionGroup, nodeTypesQuery } from '../api/nodes';
import { AnnotationFields } from './AnnotationFields';
import classes from './Editor.module.css';
import { Group } from './OptionGroup';
import { OptionField, conditionText } from './OptionField';
import { isText } from './model';
import type { NodeEditor } from './useNodeEditor';

// OptionsTab is the form of the options that the node type offers.
export function OptionsTab({ editor }: { editor: NodeEditor }) {
  const options = editor.draft?.options;
  if (!options) return <Skeleton height={220} m="md" aria-busy="true" />;
  const annotations = options.nodeAnnotations.filter(({ name }) => !isTest(name));
  const isEmpty = options.groups.length === 0 && annotations.length === 0;
  return (
    <Stack className={classes.form} gap="lg">
      <TypeField editor={editor} />
      {options.groups.map((group, index) => (
        <OptionGroupFields key={index} editor={editor} group={group} />
      ))}
      {isText(editor.node) && annotations.length > 0 && (
        <Group name="Annotations">
          <AnnotationFields
            definitions={annotations}
            values={editor.node.config ?? {}}
            isReadOnly={editor.isReadOnly}
            onChange={(name, value) => editor.change((node) => ({ ...node, config: { ...node.config, [name]: value } }))}
          />
        </Group>
      )}
      {isEmpty && <Text c="dimmed">This node type has no options.</Text>}
    </Stack>
  );
}

export const isTest = (annotation: string) => /^test[A-Z]/.test(annotation);

function TypeField({ editor }: { editor: NodeEditor }) {
  const { node } = editor;
  const types = useQuery(nodeTypesQuery(editor.key.workspaceID)).data ?? [];
  const fileVersion = isText(node) ? 2 : 1;
  const fitting = types.filter((type) => (type.fileVersion >= 2 ? 2 : 1) === fileVersion && (!type.isDisabled || type.id === node.nodeType));
  const data = fitting.map(({ id, name, isBuiltIn }) => ({ value: id, label: `${name}${isBuiltIn ? ' · library' : ''}` }));
  const known = data.some(({ value }) => value === node.nodeType) ? data : [{ value: node.nodeType, label: node.nodeType }, ...data];
  return (
    <NativeSelect
      label="Node type"
      data={known}
      value={node.nodeType}
      disabled={editor.isReadOnly}
      onChange={({ currentTarget: { value: nodeType } }) => editor.change((old) => ({ ...old, nodeType }))}
    />
  );
}

function OptionGroupFields({ editor, group }: { editor: NodeEditor; group: NodeOptionGroup }) {
  const reason = group.isEnabled ? undefined : `Not available: it needs ${conditionText(group.enableIf)}.`;
  return (
    <Group name={group.name || 'Options'} description={group.description} reason={reason}>
      <Stack gap="md">
        {group.items.map((item, index) => (
          <OptionField key={item.attributeName ?? index} editor={editor} option={item} isGroupEnabled={group.isEnabled} />
        ))}
      </Stack>
    </Group>
  );
}
