import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { NodeResult } from '../api/types';
import classes from './NodeTable.module.css';
import { clockTime, durationText } from './duration';
import { nodeKey, rowsText, testsText } from './nodes';
import { nodeLook } from './status';
import { StateMark } from './StateMark';

interface NodeTableProps {
  nodes: NodeResult[];
  selected?: string;
  now: number;
}

const rowHeight = 41;

// NodeTable lists the nodes of a run. Only the rows in view exist, so that ten thousand nodes scroll.
export function NodeTable({ nodes, selected, now }: NodeTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: nodes.length, getScrollElement: () => viewport.current, estimateSize: () => rowHeight, overscan: 10 });
  const selectedIndex = nodes.findIndex((node) => nodeKey(node) === selected);
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, virtual]);

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={viewport} className={classes.viewport} data-scrolls tabIndex={0} role="region" aria-label="Nodes">
      <table className={classes.table} aria-rowcount={nodes.length + 1}>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col" data-wide>
              Type
            </th>
            <th scope="col">State</th>
            <th scope="col" data-number data-wide>
              Rows
            </th>
            <th scope="col" data-wide>
              Tests
            </th>
            <th scope="col" data-wide>
              Started
            </th>
            <th scope="col" data-number>
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => (
            <NodeRow
              key={nodes[index]!.nodeID}
              node={nodes[index]!}
              index={index}
              isSelected={index === selectedIndex}
              now={nodes[index]!.runState === 'running' ? now : 0}
            />
          ))}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={7} className={classes.gap} style={{ height }}>
        {'\u00a0'}
      </td>
    </tr>
  );
}

interface NodeRowProps {
  node: NodeResult;
  index: number;
  isSelected: boolean;
  // 0 unless the node runs, so that other rows stay as they are.
  now: number;
}

const NodeRow = memo(function NodeRow({ node, index, isSelected, now }: NodeRowProps) {
  const key = nodeKey(node);
  return (
    <tr aria-rowindex={index + 2} data-selected={isSelected || undefined} aria-current={isSelected || undefined}>
      <th scope="row">
        <Link
          from="/runs/$runID"
          search={(old) => ({ q: old.q, view: old.view, node: key })}
          resetScroll={false}
          className={classes.name}
        >
          {node.locationName && <span>{node.locationName}.</span>}
          {node.name}
        </Link>
      </th>
      <td data-wide>{node.nodeType ?? '–'}</td>
      <td>
        <StateMark look={nodeLook(node)} />
      </td>
      <td data-number data-wide>
        {rowsText(node.queryResults)}
      </td>
      <td data-wide>
        <Text size="sm" c={node.failedTests ? 'var(--warning)' : undefined}>
          {testsText(node)}
        </Text>
      </td>
      <td data-wide>{node.startTime ? clockTime(node.startTime) : '–'}</td>
      <td data-number>{durationText({ start: node.startTime, end: node.endTime }, now)}</td>
    </tr>
  );
});
