import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Diagnostic, NodeColumn } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { AddFromParent } from './AddFromParent';
import { FormulaLine } from './FormulaLine';
import { GridRow } from './GridRow';
import classes from './MappingGrid.module.css';
import { gridColumns, withNewColumn, withoutColumn } from './gridCells';
import { columnsOf, isSystemColumn } from './model';
import { useGrid } from './useGrid';
import type { NodeEditor } from './useNodeEditor';

interface MappingGridProps {
  editor: NodeEditor;
  // The name of the column that the address names.
  column?: string;
  // The problem that the page went to last.
  jump?: { column?: string };
  onColumn: (name: string) => void;
}

const noDiagnostics: Diagnostic[] = [];
const transformColumn = gridColumns.findIndex(({ key }) => key === 'transform');

// MappingGrid shows the columns of a node as a spreadsheet.
export function MappingGrid({ editor, column, jump, onColumn }: MappingGridProps) {
  const columns = columnsOf(editor.node);
  const start = { row: Math.max(0, columns.findIndex(({ name }) => name === column)), column: column ? transformColumn : 0 };
  const grid = useGrid(editor, start, ({ row }) => columns[row] && onColumn(columns[row].name));
  const table = useRef<HTMLTableElement>(null);
  const selected = columns[grid.active.row];
  const isFirst = useRef(true);
  const { row, column: position } = grid.active;
  const isEditing = grid.editing !== undefined;
  // The focus is on the active cell, so that keys and screen readers are where the selection is. The first time it stays
  // where it is.
  useEffect(() => {
    if (!isFirst.current && !isEditing) table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${position}"]`)?.focus();
    isFirst.current = false;
  }, [row, position, isEditing]);
  const selectColumn = useRef(grid.select);
  selectColumn.current = grid.select;
  const names = useRef<string[]>([]);
  names.current = columns.map(({ name }) => name);
  useEffect(() => {
    const wanted = names.current.indexOf(jump?.column ?? '');
    if (wanted >= 0) selectColumn.current({ row: wanted, column: transformColumn });
  }, [jump]);
  return (
    <section aria-label="Columns" className={classes.section}>
      <FormulaLine editor={editor} column={selected} cell={gridColumns[grid.active.column]!} />
      <div className={classes.scroll}>
        <table
          ref={table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a data grid
          role="grid"
          aria-label={`Columns of ${editor.node.name}`}
          aria-rowcount={columns.length + 1}
          aria-multiselectable="true"
          className={classes.grid}
          onKeyDown={grid.onKeyDown}
          onPaste={grid.onPaste}
          onCopy={grid.onCopy}
        >
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                #
              </th>
              {gridColumns.map(({ key, label }) => (
                <th key={key} scope="col" data-key={key}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((one, index) => (
              <GridRow
                key={one.columnID}
                editor={editor}
                grid={grid}
                column={one}
                index={index}
                problems={problemsOf(editor.draft?.diagnostics, one)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {!editor.isReadOnly && (
        <Group gap="xs" className={classes.add}>
          <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={() => editor.change((node) => withNewColumn(node))}>
            Add a column
          </Button>
          <AddFromParent editor={editor} />
          {selected && !isSystemColumn(selected) && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => editor.change((node) => withoutColumn(node, selected.columnID))}
            >
              Remove {selected.name}
            </Button>
          )}
          <Text size="xs" c="dimmed" ml="auto" className={classes.keys}>
            Enter edits · Tab next · Ctrl D fills down · Alt ↑ ↓ moves · Ctrl Z undoes
          </Text>
        </Group>
      )}
    </section>
  );
}

function problemsOf(diagnostics: Diagnostic[] | undefined, { columnID }: NodeColumn): Diagnostic[] {
  const found = diagnostics?.filter((problem) => problem.columnID === columnID) ?? noDiagnostics;
  return found.length > 0 ? found : noDiagnostics;
}

interface HistoryButtonsProps {
  history: NodeEditor['history'];
}

export function HistoryButtons({ history }: HistoryButtonsProps) {
  return (
    <>
      <Tooltip label="Undo">
        <ActionIcon variant="subtle" color="gray" aria-label="Undo" disabled={!history.canUndo} onClick={history.undo}>
          <Icon name="undo" size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo">
        <ActionIcon variant="subtle" color="gray" aria-label="Redo" disabled={!history.canRedo} onClick={history.redo}>
          <Icon name="redo" size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
