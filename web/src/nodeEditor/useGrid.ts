import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { type CellEdit, type CellKey, cellText, endOf, fixedReason, gridColumns, parseCells, withCells, withMovedColumn, withoutColumn } from './gridCells';
import { columnsOf } from './model';
import type { NodeEditor } from './useNodeEditor';

export interface Cell {
  row: number;
  column: number;
}

export interface Grid {
  active: Cell;
  // The other corner of the selection.
  anchor: Cell;
  // The text of the cell that is being edited.
  editing?: string;
  select: (cell: Cell, extend?: boolean) => void;
  edit: (cell: Cell, text?: string) => void;
  setText: (text: string) => void;
  commit: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  onCopy: (event: ClipboardEvent) => void;
}

export const isSelected = ({ active, anchor }: Pick<Grid, 'active' | 'anchor'>, { row, column }: Cell): boolean =>
  row >= Math.min(active.row, anchor.row) &&
  row <= Math.max(active.row, anchor.row) &&
  column >= Math.min(active.column, anchor.column) &&
  column <= Math.max(active.column, anchor.column);

const arrows: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const last = gridColumns.length - 1;
const keyAt = (column: number): CellKey => gridColumns[column]!.key;

// useGrid gives the mapping grid the keys of a spreadsheet.
export function useGrid(editor: NodeEditor, start: Cell, onSelect: (cell: Cell) => void): Grid {
  const [active, setActive] = useState(start);
  const [anchor, setAnchor] = useState(start);
  const [editing, setEditing] = useState<string>();
  const columns = columnsOf(editor.node);
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

  const select = (cell: Cell, extend = false) => {
    const inside = { row: clamp(cell.row, 0, columns.length - 1), column: clamp(cell.column, 0, last) };
    setActive(inside);
    if (!extend) setAnchor(inside);
    onSelect(inside);
  };
  const edit = (cell: Cell, text?: string) => {
    const column = columns[cell.row];
    if (!column || editor.isReadOnly || fixedReason(editor.node, column, keyAt(cell.column))) return;
    select(cell);
    setEditing(text ?? cellText(column, keyAt(cell.column)));
  };
  const write = (edits: CellEdit[]) => edits.length > 0 && editor.change((node) => withCells(node, edits));
  const editAt = ({ row, column }: Cell, value: string): CellEdit => ({ row, columnID: columns[row]?.columnID, key: keyAt(column), value });
  const commit = () => {
    if (editing === undefined) return;
    setEditing(undefined);
    const column = columns[active.row];
    if (column && editing !== cellText(column, keyAt(active.column))) write([editAt(active, editing)]);
  };

  const fillDown = () => {
    const top = Math.min(active.row, anchor.row);
    const from = active.row === anchor.row ? top - 1 : top;
    const source = columns[from];
    if (!source) return;
    const rows = range(from + 1, Math.max(active.row, anchor.row));
    write(columnsBetween(active, anchor).flatMap((column) => rows.map((row) => editAt({ row, column }, cellText(source, keyAt(column))))));
  };
  const clear = () => {
    const rows = range(Math.min(active.row, anchor.row), Math.max(active.row, anchor.row));
    write(columnsBetween(active, anchor).flatMap((column) => rows.map((row) => editAt({ row, column }, ''))));
  };
  const move = (by: number) => {
    const column = columns[active.row];
    if (!column || editor.isReadOnly) return;
    editor.change((node) => withMovedColumn(node, column.columnID, by));
    select({ ...active, row: active.row + by });
  };
  const tab = (event: KeyboardEvent): boolean => {
    const next = active.column + (event.shiftKey ? -1 : 1);
    if (next >= 0 && next <= last) return (select({ ...active, column: next }), true);
    const row = active.row + (event.shiftKey ? -1 : 1);
    if (row < 0 || row >= columns.length) return false; // leaves the grid
    return (select({ row, column: event.shiftKey ? last : 0 }), true);
  };

  // onCommand handles keys with the modifier of the platform. It reports whether it did.
  const onCommand = (event: KeyboardEvent): boolean => {
    switch (event.key.toLowerCase()) {
      case 'd':
        return (fillDown(), true);
      case 'z':
        return ((event.shiftKey ? editor.history.redo : editor.history.undo)(), true);
      case 'y':
        return (editor.history.redo(), true);
      case 'backspace':
      case 'delete': {
        const column = columns[active.row];
        if (column) editor.change((node) => withoutColumn(node, column.columnID));
        return true;
      }
      default:
        return false;
    }
  };
  const onPlain = (event: KeyboardEvent): boolean => {
    const step = arrows[event.key];
    if (step && event.altKey) return (move(step[0]), true);
    if (step) return (select({ row: active.row + step[0], column: active.column + step[1] }, event.shiftKey), true);
    switch (event.key) {
      case 'Enter':
      case 'F2':
        return (edit(active), true);
      case 'Tab':
        return tab(event);
      case 'Home':
        return (select({ ...active, column: 0 }), true);
      case 'End':
        return (select({ ...active, column: last }), true);
      case 'Delete':
      case 'Backspace':
        return (clear(), true);
      default:
        if (event.key.length !== 1 || event.altKey) return false;
        return (edit(active, event.key), true);
    }
  };
  const onEditing = (event: KeyboardEvent): boolean => {
    switch (event.key) {
      case 'Escape':
        return (setEditing(undefined), true);
      case 'Enter':
        commit();
        return (select({ ...active, row: active.row + (event.shiftKey ? -1 : 1) }), true);
      case 'Tab':
        commit();
        return tab(event);
      default:
        return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = isMac ? event.metaKey : event.ctrlKey;
    const isHandled = editing !== undefined ? onEditing(event) : isCommand ? onCommand(event) : onPlain(event);
    if (isHandled) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    if (editing !== undefined || editor.isReadOnly) return;
    event.preventDefault();
    const cells = parseCells(event.clipboardData.getData('text/plain'));
    write(pasted(cells, active, endOf(columns), editAt));
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== undefined) return;
    event.preventDefault();
    const rows = range(Math.min(active.row, anchor.row), Math.max(active.row, anchor.row));
    const text = rows.map((row) => columnsBetween(active, anchor).map((column) => cellText(columns[row]!, keyAt(column))).join('\t')).join('\n');
    event.clipboardData.setData('text/plain', text);
  };
  return { active, anchor, editing, select, edit, setText: setEditing, commit, onKeyDown, onPaste, onCopy };
}

// pasted returns the edits of a pasted range. Rows after the last column that can be edited are new.
function pasted(cells: string[][], at: Cell, end: number, editAt: (cell: Cell, value: string) => CellEdit): CellEdit[] {
  return cells.flatMap((line, index) => {
    const row = at.row + index;
    return line.slice(0, last - at.column + 1).map((value, offset) => {
      const edit = editAt({ row, column: at.column + offset }, value);
      return row < end ? edit : { ...edit, columnID: undefined };
    });
  });
}

const columnsBetween = (a: Cell, b: Cell) => range(Math.min(a.column, b.column), Math.max(a.column, b.column));

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)));
