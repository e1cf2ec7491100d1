import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { LocationDot } from '../graph/LocationDot';
import { StateMark } from '../runs/StateMark';
import { formatDuration } from '../runs/duration';
import { rowsText } from '../runs/nodes';
import { nodeLook } from '../runs/status';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { CheckedBar } from './CheckedBar';
import classes from './NodesView.module.css';
import { type NodeRow, type Sort, type SortKey, nextSort, rowsOf, sortOf, sorted } from './nodeRows';
import type { Build } from './useBuild';
import { useTableKeys } from './useTableKeys';

interface NodesViewProps {
  build: Build;
  checked: Set<string>;
  onCheck: (checked: Set<string>) => void;
}

const rowHeight = 39;

// NodesView is the graph as a table: the same selector, the same selected node. Nodes that do not match fold into one
// row at the end.
export function NodesView({ build, checked, onCheck }: NodesViewProps) {
  const { matched, selected, search, change, scene, graph, results, now } = build;
  const [isUnfolded, setUnfolded] = useState(false);
  const sort = sortOf(search.sort);
  const rows = useMemo(() => sorted(rowsOf({ graph, results, now }), sortOf(search.sort)), [graph, results, now, search.sort]);
  const shown = useMemo(() => (matched ? rows.filter(({ node }) => matched.has(node.id)) : rows), [rows, matched]);
  const others = useMemo(() => (matched ? rows.filter(({ node }) => !matched.has(node.id)) : []), [rows, matched]);
  const items: (NodeRow | 'fold')[] = others.length === 0 ? shown : [...shown, 'fold', ...(isUnfolded ? others : [])];

  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: items.length, getScrollElement: () => viewport.current, estimateSize: () => rowHeight, overscan: 12 });
  const selectedIndex = items.findIndex((item) => item !== 'fold' && item.node.id === selected?.id);
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, virtual]);
  const onKeyDown = useTableKeys({ rows: shown, selected, checked, onSelect: (node) => change({ node }), onCheck, onOpen: build.open });

  const toggle = (id: string) => onCheck(toggled(checked, id));
  const visible = virtual.getVirtualItems();
  const before = visible[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <>
      {checked.size > 0 && <CheckedBar build={build} checked={checked} onClear={() => onCheck(new Set())} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move through the rows; each row has a button too */}
      <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label="Nodes" onKeyDown={onKeyDown}>
        <table className={classes.table} aria-rowcount={rows.length + 1}>
          <Head
            sort={sort}
            onSort={(key) => change({ sort: nextSort(sort, key) })}
            isAllChecked={shown.length > 0 && shown.every(({ node }) => checked.has(node.id))}
            onCheckAll={(isOn) => onCheck(new Set(isOn ? shown.map(({ node }) => node.id) : []))}
          />
          <tbody>
            {before > 0 && <Gap height={before} />}
            {visible.map(({ index }) => {
              const item = items[index]!;
              if (item === 'fold') return <FoldRow key="fold" count={others.length} isOpen={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />;
              return (
                <Row
                  key={item.node.id}
                  row={item}
                  index={index}
                  hue={scene.hues.get(item.node.locationName)}
                  isSelected={item.node.id === selected?.id}
                  isChecked={checked.has(item.node.id)}
                  onSelect={() => change({ node: item.node.id })}
                  onToggle={() => toggle(item.node.id)}
                />
              );
            })}
            {after > 0 && <Gap height={after} />}
          </tbody>
        </table>
        {shown.length === 0 && <NoMatch onClear={() => change({ select: undefined })} />}
      </div>
    </>
  );
}

function toggled(set: Set<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

const heads: { key: SortKey; label: string; isNumber?: boolean; isWide?: boolean; isExtra?: boolean }[] = [
  { key: 'name', label: 'Name' },
  { key: 'location', label: 'Location', isWide: true },
  { key: 'type', label: 'Type', isWide: true },
  { key: 'state', label: 'Last run' },
  { key: 'rows', label: 'Rows', isNumber: true, isWide: true },
  { key: 'time', label: 'Time', isNumber: true, isWide: true },
  { key: 'columns', label: 'Columns', isNumber: true, isWide: true, isExtra: true },
  { key: 'tests', label: 'Tests', isNumber: true, isWide: true, isExtra: true },
  { key: 'problems', label: 'Problems' },
];

interface HeadProps {
  sort: Sort;
  onSort: (key: SortKey) => void;
  isAllChecked: boolean;
  onCheckAll: (isOn: boolean) => void;
}

function Head({ sort, onSort, isAllChecked, onCheckAll }: HeadProps) {
  const directionOf = (key: SortKey) => (key === sort.key ? (sort.isDescending ? 'descending' : 'ascending') : undefined);
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.check}>
          <input type="checkbox" aria-label="Check all nodes that match" checked={isAllChecked} onChange={(event) => onCheckAll(event.currentTarget.checked)} />
        </th>
        {heads.map(({ key, label, isNumber, isWide, isExtra }) => (
          <th key={key} scope="col" data-number={isNumber} data-wide={isWide} data-extra={isExtra} aria-sort={directionOf(key)}>
            <button type="button" className={classes.sort} onClick={() => onSort(key)}>
              {label}
              {key === sort.key && <Icon name="down" size={12} className={sort.isDescending ? undefined : classes.ascending} />}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={10} className={classes.gap} style={{ height }}>
        {'\u00a0'}
      </td>
    </tr>
  );
}

interface RowProps {
  row: NodeRow;
  index: number;
  hue: number | undefined;
  isSelected: boolean;
  isChecked: boolean;
  onSelect: () => void;
  onToggle: () => void;
}

const Row = memo(
  function Row({ row: { node, result, time }, index, hue, isSelected, isChecked, onSelect, onToggle }: RowProps) {
    return (
      <tr aria-rowindex={index + 2} data-selected={isSelected || undefined} aria-current={isSelected || undefined}>
        <td className={classes.check}>
          <input type="checkbox" aria-label={`Check ${node.name}`} checked={isChecked} onChange={onToggle} tabIndex={-1} />
        </td>
        <th scope="row">
          <button type="button" className={classes.name} onClick={onSelect} data-row={node.id}>
            {node.name}
          </button>
        </th>
        <td data-wide>
          <span className={classes.location}>
            <LocationDot hue={hue} />
            {node.locationName}
          </span>
        </td>
        <td data-wide>{node.nodeTypeName ?? node.nodeType}</td>
        <td>{result ? <StateMark look={nodeLook(result)} /> : <span className={classes.none}>–</span>}</td>
        <td data-number data-wide>
          {result ? rowsText(result.queryResults) : '–'}
        </td>
        <td data-number data-wide>
          {time > 0 ? formatDuration(time) : '–'}
        </td>
        <td data-number data-wide data-extra>
          {node.columns}
        </td>
        <td data-number data-wide data-extra>
          {node.tests || '–'}
        </td>
        <td>
          <Problems errors={node.errors} warnings={node.warnings} />
        </td>
      </tr>
    );
  },
  (a, b) => a.row === b.row && a.index === b.index && a.isSelected === b.isSelected && a.isChecked === b.isChecked && a.hue === b.hue,
);

function Problems({ errors, warnings }: { errors: number; warnings: number }) {
  if (errors + warnings === 0) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.problems} data-severity={errors > 0 ? 'error' : 'warning'}>
      <Icon name={errors > 0 ? 'failed' : 'alert'} size={15} />
      {errors > 0 ? counted(errors, 'error') : counted(warnings, 'warning')}
    </span>
  );
}

function FoldRow({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  return (
    <tr className={classes.fold}>
      <td colSpan={10}>
        <button type="button" className={classes.sort} aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
          {counted(count, 'node')} {count === 1 ? 'does' : 'do'} not match the selector
        </button>
      </td>
    </tr>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon="search" title="No node matches" action={<button type="button" className={classes.clear} onClick={onClear}>Clear the selector</button>}>
      Check the names in the selector. The line under it says what was not found.
    </EmptyState>
  );
}
