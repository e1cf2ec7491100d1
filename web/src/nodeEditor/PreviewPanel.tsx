import { Kbd, Skeleton, Text } from '@mantine/core';
import type { DataPreview } from '../api/nodes';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import { clockTime } from '../runs/duration';
import classes from './Panels.module.css';
import { isNumeric, profileOf } from './profile';
import type { DataPreviewState } from './useDataPreview';

interface PreviewPanelProps {
  preview: DataPreviewState;
  isDirty: boolean;
}

// PreviewPanel shows some rows that the node would get. It keeps the last good rows while there is a problem.
export function PreviewPanel({ preview, isDirty }: PreviewPanelProps) {
  const { rows, reason, isRunning, error } = preview;
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <Text size="sm" role="status">
          {statusText(preview, isDirty)}
        </Text>
        <ActionButton
          variant="default"
          size="compact-sm"
          reason={reason}
          loading={isRunning}
          leftSection={<Icon name="devRun" size={13} />}
          rightSection={<Kbd size="xs">Ctrl ↵</Kbd>}
          onClick={preview.run}
        >
          Preview
        </ActionButton>
      </div>
      {error != null && !isRunning && <ProblemAlert error={error} />}
      {!rows && isRunning && <Skeleton height={160} m="sm" />}
      {rows && <PreviewTable rows={rows} isStale={preview.isStale || error != null} />}
    </div>
  );
}

function statusText({ rows, reason, at, milliseconds, isStale, isUnbuilt, error }: DataPreviewState, isDirty: boolean): string {
  if (reason && rows && at) return `${reason} Rows of ${clockTime(at.toISOString())}, before the change.`;
  if (reason) return reason;
  if (!rows || !at) return error ? '' : `No rows yet.${isUnbuilt ? ' Run the nodes that it reads first: nothing has run in this workspace.' : ''}`;
  if (isStale || error) return `Rows of ${clockTime(at.toISOString())}, before the change.`;
  const count = rows.hasMore ? `First ${rows.rows.length} rows` : counted(rows.rows.length, 'row');
  return `${count} in ${Math.round(milliseconds ?? 0)} ms${isDirty ? ', unsaved version' : ''}`;
}

function PreviewTable({ rows, isStale }: { rows: DataPreview; isStale: boolean }) {
  return (
    <div className={classes.viewport} role="region" aria-label="Preview rows" tabIndex={0}>
      <table className={classes.table} data-stale={isStale || undefined}>
        <thead>
          <tr>
            {rows.columns.map(({ name, type }, index) => (
              <th key={name} scope="col" title={type} data-number={isNumeric(type) || undefined}>
                {name}
                <small>{profileOf(rows, index)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((values, row) => (
            <tr key={row}>
              {values.map((value, column) => (
                <td key={column} data-null={value === null || undefined} data-number={isNumeric(rows.columns[column]?.type ?? '') || undefined}>
                  {value === null ? 'null' : typeof value === 'object' ? JSON.stringify(value) : String(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
