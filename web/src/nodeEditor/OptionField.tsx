import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import type { Node, NodeOption } from '../api/nodes';
import { CheckList } from '../ui/CheckList';
import { SegmentChoice } from '../ui/SegmentChoice';
import { OptionTable } from './OptionTable';
import { TextField } from './TextField';
import { columnsOf, withColumns } from './model';
import type { NodeEditor } from './useNodeEditor';

interface OptionFieldProps {
  editor: NodeEditor;
  option: NodeOption;
  isGroupEnabled: boolean;
}

// conditionText returns the condition of a node type without the marks of Jinja.
export const conditionText = (condition: string | undefined) => (condition ?? '').replace(/^\s*\{\{|\}\}\s*$/g, '').trim() || 'another option';

// OptionField is one element of the options panel of a node type.
export function OptionField({ editor, option, isGroupEnabled }: OptionFieldProps) {
  const { node } = editor;
  const label = `${option.displayName ?? option.attributeName ?? option.type}`;
  const isDisabled = editor.isReadOnly || !option.isEnabled;
  const description = option.isEnabled || !isGroupEnabled ? undefined : `Not available: it needs ${conditionText(option.enableIf)}.`;
  const common = { label, description, disabled: isDisabled, withAsterisk: option.isRequired };
  const name = option.attributeName ?? '';
  const value = node.config?.[name] ?? option.default;
  const set = (next: unknown) => editor.change((old) => ({ ...old, config: { ...old.config, [name]: next } }));
  switch (option.type) {
    case 'label':
      return <Text size="sm">{label}</Text>;
    case 'toggleButton':
      return <Switch label={label} description={description} disabled={isDisabled} checked={value === true || value === 'true'} onChange={(event) => set(event.currentTarget.checked)} />;
    case 'multisourceToggle':
      return <FieldSwitch {...common} isOn={node.isMultisource} onChange={(isMultisource) => editor.change((old) => ({ ...old, isMultisource }))} />;
    case 'overrideSQLToggle':
      return <FieldSwitch {...common} isOn={node.overrideSQL} onChange={(overrideSQL) => editor.change((old) => ({ ...old, overrideSQL }))} />;
    case 'materializationSelector':
      return (
        <Choice
          {...common}
          options={option.options ?? []}
          value={node.materializationType || String(option.default ?? '')}
          onChange={(materializationType) => editor.change((old) => ({ ...old, materializationType }))}
        />
      );
    case 'dropdownSelector':
      return <NativeSelect {...common} data={choices(option, value)} value={value == null ? '' : String(value)} onChange={(event) => set(event.currentTarget.value)} />;
    case 'columnDropdownSelector':
      return <ColumnChoice {...common} node={node} value={value} onChange={set} />;
    case 'businessKeyColumns':
    case 'changeTrackingColumns':
    case 'columnSelector':
      return <ColumnFlags {...common} node={node} attribute={flagOf(option)} onChange={(ids) => editor.change((old) => withFlags(old, flagOf(option), ids))} />;
    case 'tabular':
      return <OptionTable {...common} columns={option.columns ?? []} value={value} onChange={set} />;
    default: // textBox, and elements that this version does not know
      return <TextField {...common} value={value == null ? '' : String(value)} placeholder={option.placeholder} isCode={option.syntax !== undefined} onCommit={set} />;
  }
}

interface CommonProps {
  label: string;
  description?: string;
  disabled: boolean;
  withAsterisk: boolean;
}

function FieldSwitch({ isOn, onChange, label, description, disabled }: CommonProps & { isOn?: boolean; onChange: (isOn: boolean) => void }) {
  return <Switch label={label} description={description} disabled={disabled} checked={isOn ?? false} onChange={(event) => onChange(event.currentTarget.checked)} />;
}

function Choice({ label, description, disabled, options, value, onChange }: CommonProps & { options: string[]; value: string; onChange: (value: string) => void }) {
  const data = options.includes(value) || value === '' ? options : [value, ...options];
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      <SegmentChoice label={label} options={data.map((one) => ({ value: one, label: one }))} value={value} disabled={disabled} onChange={onChange} />
    </Stack>
  );
}

// A value that the node type does not offer stays a choice, and so does none where the option is not required.
function choices({ options = [], isRequired }: NodeOption, value: unknown): { value: string; label: string }[] {
  const current = value == null ? '' : String(value);
  const known = current === '' || options.includes(current) ? options : [current, ...options];
  const none = !isRequired || current === '' ? [{ value: '', label: 'None' }] : [];
  return [...none, ...known.filter((one) => one !== '').map((one) => ({ value: one, label: one }))];
}

// A chosen column is stored by its id and the id of its node.
function ColumnChoice({ node, value, onChange, ...rest }: CommonProps & { node: Node; value: unknown; onChange: (value: unknown) => void }) {
  const chosen = (value as { columnCounter?: string } | null)?.columnCounter ?? '';
  const data = columnsOf(node).map(({ columnID, name }) => ({ value: columnID, label: name }));
  const set = (id: string) => onChange(id === '' ? null : { columnCounter: id, stepCounter: node.id });
  return <NativeSelect {...rest} data={[{ value: '', label: 'None' }, ...data]} value={chosen} onChange={(event) => set(event.currentTarget.value)} />;
}

function flagOf({ type, attributeName }: NodeOption): string {
  if (type === 'businessKeyColumns') return 'isBusinessKey';
  return type === 'changeTrackingColumns' ? 'isChangeTracking' : (attributeName ?? '');
}

function ColumnFlags({ node, attribute, onChange, label, description, disabled }: CommonProps & { node: Node; attribute: string; onChange: (ids: string[]) => void }) {
  const columns = columnsOf(node);
  const chosen = columns.filter((column) => column[attribute] === true).map(({ columnID }) => columnID);
  const options = columns.map(({ columnID, name }) => ({ value: columnID, label: name }));
  return <CheckList label={label} description={description} disabled={disabled} options={options} value={chosen} onChange={onChange} />;
}

function withFlags(node: Node, attribute: string, ids: string[]): Node {
  const columns = columnsOf(node).map((column) => {
    const { [attribute]: _, ...rest } = column;
    return (ids.includes(column.columnID) ? { ...rest, [attribute]: true } : rest) as typeof column;
  });
  return withColumns(node, columns);
}
