import type { NodeColumn } from '../api/nodes';
import { sqlTokens } from '../runs/sqlTokens';
import classes from './MappingGrid.module.css';
import { type GridColumn, cellText } from './gridCells';
import { columnsOf } from './model';
import type { NodeEditor } from './useNodeEditor';

interface FormulaLineProps {
  editor: NodeEditor;
  column: NodeColumn | undefined;
  cell: GridColumn;
}

// FormulaLine shows the whole text of the active cell, and the type that the server infers.
export function FormulaLine({ editor, column, cell }: FormulaLineProps) {
  const inferred = column && columnsOf(editor.draft?.node ?? editor.node).find(({ columnID }) => columnID === column.columnID)?.dataType;
  return (
    <div className={classes.formula}>
      <span className={classes.place}>{column ? `${column.name} · ${cell.label.toLowerCase()}` : 'No column'}</span>
      <code className={classes.expression}>
        {column &&
          sqlTokens(cellText(column, cell.key)).map(({ kind, text }, index) => (
            <span key={index} data-kind={kind}>
              {text}
            </span>
          ))}
      </code>
      {inferred && <code className={classes.place}>{inferred}</code>}
    </div>
  );
}
