import { Button, Checkbox, Group as Row, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import type { AnnotationDefinition, Node, NodeColumn } from '../api/nodes';
import table from '../ui/PlainTable.module.css';
import { AnnotationFields, isOn, isSwitch, switched } from './AnnotationFields';
import classes from './Editor.module.css';
import { Group } from './OptionGroup';
import { isTest } from './OptionsTab';
import { TextField } from './TextField';
import { columnsOf, isSystemColumn, isText, withColumns, withMetadata } from './model';
import type { NodeEditor } from './useNodeEditor';

interface TestsTabProps {
  editor: NodeEditor;
  column?: string;
  onColumn: (name: string) => void;
}

// TestsTab edits the tests of a node and of its columns.
export function TestsTab({ editor, column, onColumn }: TestsTabProps) {
  return (
    <Stack className={classes.form} gap="lg">
      {isText(editor.node) ? <AnnotatedTests editor={editor} column={column} onColumn={onColumn} /> : <MappedTests editor={editor} />}
    </Stack>
  );
}

function AnnotatedTests({ editor, column, onColumn }: TestsTabProps) {
  const options = editor.draft?.options;
  if (!options) return null;
  const columns = columnsOf(editor.node).filter((one) => !isSystemColumn(one));
  const selected = columns.find(({ name }) => name === column) ?? columns[0];
  const switches = options.columnAnnotations.filter(({ parameters }) => isSwitch(parameters));
  const others = options.columnAnnotations.filter(({ parameters }) => !isSwitch(parameters));
  const set = (id: string, name: string, value: unknown) => editor.change((node) => withAttribute(node, id, name, value));
  return (
    <>
      <Group name="Columns">
        <CheckTable
          columns={columns}
          checks={switches.map((definition) => ({
            name: definition.name,
            title: definition.description,
            isOn: (one: NodeColumn) => isOn(definition, one[definition.name]),
            set: (one: NodeColumn, isWanted: boolean) => set(one.columnID, definition.name, switched(definition, isWanted)),
          }))}
          isReadOnly={editor.isReadOnly}
        />
        {selected && others.length > 0 && (
          <Stack gap="md" mt="md">
            <NativeSelect label="Further tests of" data={columns.map(({ name }) => name)} value={selected.name} onChange={(event) => onColumn(event.currentTarget.value)} />
            <AnnotationFields
              key={selected.columnID}
              definitions={others}
              values={selected}
              isReadOnly={editor.isReadOnly}
              onChange={(name, value) => set(selected.columnID, name, value)}
            />
          </Stack>
        )}
      </Group>
      <NodeAnnotations editor={editor} definitions={options.nodeAnnotations.filter(({ name }) => isTest(name))} />
    </>
  );
}

function NodeAnnotations({ editor, definitions }: { editor: NodeEditor; definitions: AnnotationDefinition[] }) {
  if (definitions.length === 0) return null;
  return (
    <Group name="Node">
      <AnnotationFields
        definitions={definitions}
        values={editor.node.config ?? {}}
        isReadOnly={editor.isReadOnly}
        onChange={(name, value) => editor.change((node) => ({ ...node, config: { ...node.config, [name]: value } }))}
      />
    </Group>
  );
}

function withAttribute(node: Node, columnID: string, name: string, value: unknown): Node {
  return withColumns(
    node,
    columnsOf(node).map((column) => {
      if (column.columnID !== columnID) return column;
      const { [name]: _, ...rest } = column;
      return (value === undefined ? rest : { ...rest, [name]: value }) as NodeColumn;
    }),
  );
}

const columnTests = [
  { name: 'hasNull', title: 'No value is null' },
  { name: 'isDistinct', title: 'No value occurs twice' },
];

function MappedTests({ editor }: { editor: NodeEditor }) {
  const columns = columnsOf(editor.node).filter((one) => !isSystemColumn(one));
  const set = ({ columnID }: NodeColumn, name: string, isWanted: boolean) =>
    editor.change((node) =>
      withColumns(
        node,
        columnsOf(node).map((column) => {
          if (column.columnID !== columnID) return column;
          const { [name]: _, ...rest } = column.appliedColumnTests ?? {};
          return { ...column, appliedColumnTests: isWanted ? { ...rest, [name]: true } : rest };
        }),
      ),
    );
  return (
    <>
      <Group name="Columns">
        <CheckTable
          columns={columns}
          checks={columnTests.map(({ name, title }) => ({
            name: title,
            isOn: (one: NodeColumn) => Boolean(one.appliedColumnTests?.[name]),
            set: (one: NodeColumn, isWanted: boolean) => set(one, name, isWanted),
          }))}
          isReadOnly={editor.isReadOnly}
        />
      </Group>
      <Group name="Node">
        <NodeTests editor={editor} />
      </Group>
    </>
  );
}

interface Check {
  name: string;
  title?: string;
  isOn: (column: NodeColumn) => boolean;
  set: (column: NodeColumn, isWanted: boolean) => void;
}

function CheckTable({ columns, checks, isReadOnly }: { columns: NodeColumn[]; checks: Check[]; isReadOnly: boolean }) {
  if (columns.length === 0) return <Text c="dimmed">This node has no columns.</Text>;
  return (
    <div className={classes.scroll} role="region" aria-label="Tests of columns" tabIndex={0}>
      <table aria-label="Tests of columns" className={`${table.table} ${table.bordered}`}>
        <thead>
          <tr>
            <th>Column</th>
            {checks.map(({ name, title }) => (
              <th key={name} title={title}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.columnID}>
              <td>
                <code>{column.name}</code>
              </td>
              {checks.map((check) => (
                <td key={check.name}>
                  <Checkbox
                    aria-label={`${check.name} of ${column.name}`}
                    checked={check.isOn(column)}
                    disabled={isReadOnly}
                    onChange={(event) => check.set(column, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NodeTest {
  name: string;
  description?: string;
  runOrder?: string;
  continueOnFailure?: boolean;
  templateString: string;
}

function NodeTests({ editor }: { editor: NodeEditor }) {
  const tests = (editor.node.metadata?.appliedNodeTests ?? []) as unknown as NodeTest[];
  const set = (change: (list: NodeTest[]) => NodeTest[]) =>
    editor.change((node) => {
      const list = (node.metadata?.appliedNodeTests ?? []) as unknown as NodeTest[];
      return withMetadata(node, { appliedNodeTests: change(list) as never });
    });
  const change = (index: number, part: Partial<NodeTest>) => set((list) => list.with(index, { ...list[index]!, ...part }));
  return (
    <Stack gap="md">
      {tests.map((test, index) => (
        <Stack key={index} gap="xs" className={classes.test}>
          <TextField label="Name of the test" value={test.name} disabled={editor.isReadOnly} onCommit={(name) => change(index, { name })} />
          <TextField
            label="Query that returns the rows that violate the rule"
            value={test.templateString}
            isCode
            disabled={editor.isReadOnly}
            onCommit={(templateString) => change(index, { templateString })}
          />
          <Row>
            <Switch
              label="Run before the load"
              checked={test.runOrder === 'Before'}
              disabled={editor.isReadOnly}
              onChange={(event) => change(index, { runOrder: event.currentTarget.checked ? 'Before' : 'After' })}
            />
            <Switch
              label="A failure fails the node"
              checked={test.continueOnFailure === false}
              disabled={editor.isReadOnly}
              onChange={(event) => change(index, { continueOnFailure: !event.currentTarget.checked })}
            />
            <Button variant="subtle" color="red" size="compact-sm" disabled={editor.isReadOnly} onClick={() => set((list) => list.toSpliced(index, 1))}>
              Remove the test
            </Button>
          </Row>
        </Stack>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        disabled={editor.isReadOnly}
        onClick={() =>
          set((list) => [...list, { name: `Test ${list.length + 1}`, description: '', runOrder: 'After', continueOnFailure: true, templateString: 'SELECT * FROM {{ this }} WHERE false' }])
        }
      >
        Add a test
      </Button>
    </Stack>
  );
}
