import type { FailingRows } from '../api/types';
import classes from './FailingRowsTable.module.css';

interface FailingRowsTableProps {
  rows: FailingRows;
  label: string;
}

// FailingRowsTable shows the rows that a test found.
export function FailingRowsTable({ rows, label }: FailingRowsTableProps) {
  return (
    <div className={classes.viewport} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {rows.columns.map(({ name, type }) => (
              <th key={name} scope="col" title={type}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.values.map((values, index) => (
            <tr key={index}>
              {values.map((value, column) => (
                <td key={column} data-null={value === null || undefined}>
                  {value === null ? 'null' : String(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
