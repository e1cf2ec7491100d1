import type { Node } from '../api/nodes';
import classes from './Editor.module.css';
import { testsOf } from './gridCells';
import { columnsOf, transformOf } from './model';

// ColumnCards shows the columns of a node where a grid has no space.
export function ColumnCards({ node }: { node: Node }) {
  return (
    <ul className={classes.cards} aria-label={`Columns of ${node.name}`}>
      {columnsOf(node).map((column) => (
        <li key={column.columnID}>
          <strong>{column.name}</strong> <code>{column.dataType}</code>
          {transformOf(column) && <code className={classes.cardText}>{transformOf(column)}</code>}
          {column.description && <p>{column.description}</p>}
          {testsOf(column).length > 0 && <small>{testsOf(column).join(' · ')}</small>}
        </li>
      ))}
    </ul>
  );
}
