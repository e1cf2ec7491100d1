import type { components } from '../../api/schema.gen';
import { counted } from '../../ui/text';
import { Part } from './ChangeDetail';
import { type Change, lossNumber } from './changes';
import classes from './Review.module.css';

type ColumnChange = components['schemas']['PlanColumnChange'];

const words: Record<ColumnChange['change'], string> = {
  added: 'added, NULL until the next refresh',
  dropped: 'dropped',
  renamed: 'renamed',
  retyped: 'new type',
  nullability: 'may be NULL or not',
  default: 'new default',
};

const signs: Partial<Record<ColumnChange['change'], string>> = { added: '+', dropped: '−' };

// ColumnChanges shows the columns of a node that change.
export function ColumnChanges({ change: { title, columns = [], destructive = [] } }: { change: Change }) {
  const lost = (column: string) => destructive.find((loss) => loss.column === column);
  return (
    <Part title="Columns" note={`${counted(columns.length, 'column')} changed`}>
      <table className={classes.columns} aria-label={`Columns of ${title}`}>
        <tbody>
          {columns.map(({ change, column, from, to }) => {
            const loss = lost(column);
            return (
              <tr key={column + change} data-change={signs[change] ? change : 'changed'}>
                <td>
                  <span className={classes.sign}>{signs[change] ?? '~'}</span>
                </td>
                <th scope="row">
                  <code>{column}</code>
                </th>
                <td>
                  <code>{[from, to].filter(Boolean).join(' → ')}</code>
                </td>
                <td>
                  {words[change]}
                  {loss && (
                    <>
                      , <span className={classes.number}>{lossNumber(loss)}</span>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Part>
  );
}
