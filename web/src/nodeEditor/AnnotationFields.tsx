import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { AnnotationDefinition, AnnotationParameter } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { TextField } from './TextField';

type Parameters = { parameters: unknown[] };

interface AnnotationFieldsProps {
  definitions: AnnotationDefinition[];
  values: Record<string, unknown>;
  isReadOnly: boolean;
  onChange: (name: string, value: unknown) => void;
}

// AnnotationFields are the annotations that a SQL node or its columns can have. A change writes the annotation into the
// text.
export function AnnotationFields({ definitions, values, isReadOnly, onChange }: AnnotationFieldsProps) {
  return (
    <Stack gap="md">
      {definitions.map((definition) => (
        <AnnotationField
          key={definition.name}
          definition={definition}
          value={values[definition.name]}
          isReadOnly={isReadOnly}
          onChange={(value) => onChange(definition.name, value)}
        />
      ))}
    </Stack>
  );
}

interface AnnotationFieldProps {
  definition: AnnotationDefinition;
  value: unknown;
  isReadOnly: boolean;
  onChange: (value: unknown) => void;
}

function AnnotationField({ definition, value, isReadOnly, onChange }: AnnotationFieldProps) {
  const { name, description, parameters, allowsMultiple } = definition;
  if (isSwitch(parameters)) {
    return (
      <Switch
        label={description ?? name}
        description={`@${name}`}
        checked={isOn(definition, value)}
        disabled={isReadOnly}
        onChange={(event) => onChange(switched(definition, event.currentTarget.checked))}
      />
    );
  }
  const calls = callsOf(value);
  const set = (next: Parameters[]) => onChange(next.length === 0 ? undefined : allowsMultiple ? next : next[0]);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {description ?? name}
      </Text>
      <Text size="xs" c="dimmed">
        @{name}
      </Text>
      {calls.map((call, index) => (
        <Group key={index} gap="xs" align="flex-end">
          {fieldsOf(parameters, call).map((parameter, position) => (
            <TextField
              key={position}
              label={parameter.name}
              disabled={isReadOnly}
              value={textOf(call.parameters[position])}
              onCommit={(text) => set(calls.with(index, { parameters: withParameter(call.parameters, position, valueOf(parameter, text)) }))}
            />
          ))}
          <ActionIcon variant="subtle" color="red" aria-label={`Remove @${name}`} disabled={isReadOnly} onClick={() => set(calls.toSpliced(index, 1))}>
            <Icon name="trash" size={15} />
          </ActionIcon>
        </Group>
      ))}
      {(allowsMultiple || calls.length === 0) && (
        <Button variant="default" size="compact-sm" w="fit-content" disabled={isReadOnly} onClick={() => set([...calls, emptyCall(parameters)])}>
          Add @{name}
        </Button>
      )}
    </Stack>
  );
}

// An annotation without parameters, or with one that says whether it is on, is a switch.
export const isSwitch = (parameters: AnnotationParameter[]): boolean =>
  parameters.length === 0 || (parameters.length === 1 && parameters[0]!.type === 'boolean');

export function isOn({ default: standard }: AnnotationDefinition, value: unknown): boolean {
  if (value === undefined || value === null) return standard === true;
  return typeof value === 'object' ? (value as Parameters).parameters[0] !== false : value === true;
}

// switched returns the value that turns an annotation on or off. One that is on by default needs a parameter to be off.
export function switched({ default: standard }: AnnotationDefinition, isWanted: boolean): unknown {
  if (standard === true) return isWanted ? undefined : { parameters: [false] };
  return isWanted ? true : undefined;
}

function callsOf(value: unknown): Parameters[] {
  if (value === undefined || value === null || value === false) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((one: unknown) => (typeof one === 'object' && one !== null && 'parameters' in one ? (one as Parameters) : { parameters: [] }));
}

// The last parameter of some annotations, such as value..., may occur again.
function fieldsOf(parameters: AnnotationParameter[], call: Parameters): AnnotationParameter[] {
  const last = parameters.at(-1);
  if (!last?.name.endsWith('...')) return parameters;
  return [...parameters, ...Array.from({ length: Math.max(0, call.parameters.length - parameters.length + 1) }, () => last)];
}

function withParameter(values: unknown[], position: number, value: unknown): unknown[] {
  const next = [...values];
  while (next.length < position) next.push('');
  next[position] = value;
  while (next.length > 1 && next.at(-1) === '') next.pop();
  return next;
}

const emptyCall = (parameters: AnnotationParameter[]): Parameters => ({
  parameters: parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.default ?? (parameter.type === 'number' ? 0 : '')),
});

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

// valueOf keeps numbers as numbers where the parameter may be one.
function valueOf({ type }: AnnotationParameter, text: string): unknown {
  if (type !== 'string' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
