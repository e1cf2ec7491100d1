import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ColumnTrace } from '../api/catalog';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { useRows } from '../ui/useRows';
import { type TraceRow, rowsOf } from './csv';
import classes from './Lineage.module.css';
import { UseMark } from './UseMark';
import { summary } from './trace';

interface LineageTableProps {
  environmentID: string;
  trace: ColumnTrace;
}

// LineageTable is the twin of the graph: one row for each line.
export function LineageTable({ environmentID, trace }: LineageTableProps) {
  const [rows, more] = useRows(rowsOf(trace));
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState icon="graph" title="No lines">
          {summary(trace)}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel label="Lineage as a table">
      <Table verticalSpacing={6} className={classes.rows}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>Use</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>Expression</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              <Table.Td>{row.depth}</Table.Td>
              <Table.Td>
                <ColumnLink environmentID={environmentID} node={row.from} column={row.fromColumn} />
              </Table.Td>
              <Table.Td>
                <UseMark use={row.use as TraceUse} />
              </Table.Td>
              <Table.Td>{row.toColumn ? <ColumnLink environmentID={environmentID} node={row.to} column={row.toColumn} /> : `rows of ${row.to}`}</Table.Td>
              <Table.Td className={classes.expression}>{row.expression}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

type TraceUse = ColumnTrace['edges'][number]['use'];

function ColumnLink({ environmentID, node, column }: { environmentID: string; node: TraceRow['from']; column: string }) {
  if (!column) return <>{node}</>;
  return (
    <Link
      from="/catalog/$environmentID/columns/$node/$column"
      to="/catalog/$environmentID/columns/$node/$column"
      params={{ environmentID, node, column }}
      search={(old) => ({ ...old, look: undefined })}
      className={classes.columnLink}
    >
      {node}.<strong>{column}</strong>
    </Link>
  );
}
