import { Link } from '@tanstack/react-router';
import classes from './Editor.module.css';
import { HistoryButtons } from './MappingGrid';
import { columnsOf, isText, joinsOf } from './model';
import type { NodeTab } from './search';
import { testsOf } from './gridCells';
import type { NodeEditor } from './useNodeEditor';

// EditorTabs renders links, because each tab has its own address.
export function EditorTabs({ editor, current }: { editor: NodeEditor; current: NodeTab }) {
  const { node } = editor;
  const columns = columnsOf(node);
  const tests = (node.metadata?.appliedNodeTests?.length ?? 0) + columns.filter((column) => testsOf(column).length > 0).length;
  const tabs: { tab: NodeTab; label: string; count?: number }[] = [
    ...(isText(node) ? [{ tab: 'sql' as const, label: 'SQL' }] : []),
    { tab: 'columns', label: 'Columns', count: columns.length },
    { tab: 'join', label: 'Join', count: joinsOf(node).reduce((sum, source) => sum + source.dependencies.length, 0) },
    { tab: 'options', label: 'Options' },
    { tab: 'tests', label: 'Tests', count: tests },
    { tab: 'description', label: 'Description' },
  ];
  return (
    <div className={classes.tabBar}>
      <nav aria-label="Parts of the node" className={classes.tabs}>
        {tabs.map(({ tab, label, count }) => (
          <Link
            key={tab}
            from="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID"
            to="."
            search={(old) => ({ ...old, tab, line: undefined })}
            replace
            resetScroll={false}
            className={classes.tab}
            data-current={tab === current || undefined}
            aria-current={tab === current ? 'page' : undefined}
            activeProps={{}}
          >
            {label} {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </Link>
        ))}
      </nav>
      {!editor.isReadOnly && (
        <div className={classes.tools}>
          <HistoryButtons history={editor.history} />
        </div>
      )}
    </div>
  );
}
