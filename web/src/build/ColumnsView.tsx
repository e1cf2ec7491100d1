import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import { type DetailedNodes, detailedNodesQuery } from '../api/workspaceContents';
import { LocationDot } from '../graph/LocationDot';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { QueryView } from '../ui/QueryView';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import classes from './ColumnsView.module.css';
import { isKey } from './NodeSide';
import table from './NodesView.module.css';
import { type ColumnRow, columnRows, csvOf, testsOf, transformOf } from './columnRows';
import type { Build } from './useBuild';

const rowHeight = 39;

// ColumnsView lists every column of the nodes that match.
export function ColumnsView({ build }: { build: Build }) {
  const nodes = useQuery(detailedNodesQuery(build.workspaceID));
  return (
    <div className={classes.view}>
      <QueryView query={nodes} skeleton={<TableSkeleton rows={8} />}>
        {(data) => <ColumnsTable build={build} nodes={data} />}
      </QueryView>
    </div>
  );
}

function ColumnsTable({ build, nodes }: { build: Build; nodes: DetailedNodes }) {
  const { matched, selected, change, scene } = build;
  const rows = useMemo(() => columnRows(nodes.data, matched), [nodes, matched]);
  const count = matched ? nodes.data.filter(({ id }) => matched.has(id)).length : nodes.data.length;
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => viewport.current, estimateSize: () => rowHeight, overscan: 12 });
  const visible = virtual.getVirtualItems();
  const before = visible[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <>
      <div className={classes.head}>
        <span>
          <strong>{counted(rows.length, 'column')}</strong> in {counted(count, 'node')}
          {nodes.total > nodes.data.length && `, of the first ${nodes.data.length} nodes`}
        </span>
        <Button size="xs" variant="default" leftSection={<Icon name="copy" size={14} />} onClick={() => download(csvOf(rows))}>
          CSV
        </Button>
      </div>
      <div ref={viewport} className={table.viewport} tabIndex={0} role="region" aria-label="Columns of the nodes">
        <table className={table.table} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {['Node', 'Column', 'Type', 'Transform', 'Tests', 'Description'].map((label) => (
                <th key={label} scope="col" className={classes.label} data-wide={label === 'Transform' || label === 'Description' || undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Gap height={before} />}
            {visible.map(({ index }) => {
              const row = rows[index]!;
              return (
                <Row
                  key={`${row.node.id} ${row.column.columnID}`}
                  row={row}
                  index={index}
                  hue={scene.hues.get(row.node.locationName)}
                  hasName={row.isFirst || index === visible[0]?.index}
                  isSelected={row.node.id === selected?.id}
                  onSelect={() => change({ node: row.node.id })}
                />
              );
            })}
            {after > 0 && <Gap height={after} />}
          </tbody>
        </table>
        {rows.length === 0 && (
          <EmptyState icon="columns" title="No columns">
            No column belongs to a node that matches the selector.
          </EmptyState>
        )}
      </div>
    </>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={6} className={table.gap} style={{ height }}>
        {'\u00a0'}
      </td>
    </tr>
  );
}

interface RowProps {
  row: ColumnRow;
  index: number;
  hue: number | undefined;
  hasName: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

const Row = memo(
  function Row({ row: { node, column }, index, hue, hasName, isSelected, onSelect }: RowProps) {
    return (
      <tr aria-rowindex={index + 2} data-selected={isSelected || undefined}>
        <td className={classes.node}>
          {hasName && (
            <button type="button" className={table.name} onClick={onSelect} aria-label={`${node.name} in ${node.locationName}`}>
              <LocationDot hue={hue} /> {node.name}
            </button>
          )}
        </td>
        <th scope="row" className={classes.column}>
          {column.name}
          {isKey(column) && <span className={classes.chip}>key</span>}
        </th>
        <td className={classes.type}>{column.dataType || '–'}</td>
        <td data-wide className={classes.transform} title={transformOf(column)}>
          {transformOf(column) || '–'}
        </td>
        <td>
          {testsOf(column).map((test) => (
            <span key={test} className={classes.chip}>
              {test}
            </span>
          ))}
        </td>
        <td data-wide className={classes.description} title={column.description}>
          {column.description || '–'}
        </td>
      </tr>
    );
  },
  (a, b) => a.row === b.row && a.index === b.index && a.isSelected === b.isSelected && a.hasName === b.hasName && a.hue === b.hue,
);

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'columns.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
