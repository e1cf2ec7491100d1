import type { Diagnostic, NodeColumn } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { CellInput } from './CellInput';
import classes from './MappingGrid.module.css';
import { SourceNames } from './SourceNames';
import { type CellKey, cellText, fixedReason, gridColumns, testsOf } from './gridCells';
import { columnsOf, isSystemColumn } from './model';
import { type Grid, isSelected } from './useGrid';
import type { NodeEditor } from './useNodeEditor';

interface GridRowProps {
  editor: NodeEditor;
  grid: Grid;
  column: NodeColumn;
  index: number;
  problems: Diagnostic[];
}

export function GridRow({ editor, grid, column, index, problems }: GridRowProps) {
  const before = columnsOf(editor.base).find(({ columnID }) => columnID === column.columnID);
  return (
    <tr aria-rowindex={index + 2} data-system={isSystemColumn(column) || undefined} data-current={index === grid.active.row || undefined}>
      <th scope="row" className={classes.number}>
        {problems.length > 0 ? <ProblemMark problems={problems} /> : index + 1}
      </th>
      {gridColumns.map(({ key, label }, position) => (
        <GridCell
          key={key}
          editor={editor}
          grid={grid}
          column={column}
          cellKey={key}
          label={label}
          at={{ row: index, column: position }}
          isChanged={differs(before, column, key)}
        />
      ))}
    </tr>
  );
}

function ProblemMark({ problems }: { problems: Diagnostic[] }) {
  const text = problems.map(({ message }) => message).join(' ');
  return (
    <Tooltip label={text}>
      <span className={classes.problem} role="img" aria-label={text}>
        <Icon name="alert" size={15} />
      </span>
    </Tooltip>
  );
}

function differs(before: NodeColumn | undefined, column: NodeColumn, key: CellKey): boolean {
  if (isSystemColumn(column) || key === 'source') return false;
  return before === undefined || cellText(before, key) !== cellText(column, key);
}

interface GridCellProps {
  editor: NodeEditor;
  grid: Grid;
  column: NodeColumn;
  cellKey: CellKey;
  label: string;
  at: { row: number; column: number };
  isChanged: boolean;
}

function GridCell({ editor, grid, column, cellKey, label, at, isChanged }: GridCellProps) {
  const isActive = grid.active.row === at.row && grid.active.column === at.column;
  const isEditing = isActive && grid.editing !== undefined;
  const reason = fixedReason(editor.node, column, cellKey);
  return (
    <td
      tabIndex={isActive ? 0 : -1}
      data-cell={`${at.row}:${at.column}`}
      data-key={cellKey}
      data-active={isActive || undefined}
      data-changed={isChanged || undefined}
      aria-selected={isSelected(grid, at)}
      title={reason ?? (cellText(column, cellKey) || undefined)}
      onMouseDown={(event) => !isEditing && grid.select(at, event.shiftKey)}
      onDoubleClick={() => grid.edit(at)}
    >
      {isEditing ? (
        <CellInput label={`${column.name}, ${label}`} value={grid.editing!} onChange={grid.setText} onLeave={grid.commit} />
      ) : (
        <CellContent editor={editor} column={column} cellKey={cellKey} />
      )}
    </td>
  );
}

function CellContent({ editor, column, cellKey }: { editor: NodeEditor; column: NodeColumn; cellKey: CellKey }) {
  if (cellKey === 'source') return <SourceNames editor={editor} column={column} />;
  if (cellKey !== 'tests') return <span className={classes.text}>{cellText(column, cellKey)}</span>;
  return (
    <span className={classes.chips}>
      {testsOf(column).map((test) => (
        <span key={test} className={classes.chip} data-key={test === 'key' || undefined}>
          {test}
        </span>
      ))}
    </span>
  );
}
