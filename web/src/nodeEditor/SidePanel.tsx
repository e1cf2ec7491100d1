import { Link } from '@tanstack/react-router';
import type { Diagnostic } from '../api/nodes';
import classes from './Editor.module.css';
import { LineagePanel } from './LineagePanel';
import { PreviewPanel } from './PreviewPanel';
import { ProblemsPanel } from './ProblemsPanel';
import { StagesPanel } from './StagesPanel';
import type { SideTab } from './search';
import type { DataPreviewState } from './useDataPreview';
import type { NodeEditor } from './useNodeEditor';

interface SidePanelProps {
  editor: NodeEditor;
  preview: DataPreviewState;
  side: SideTab;
  projectID: string;
  onProblem: (problem: Diagnostic) => void;
}

// SidePanel shows what follows from the node: rows, SQL, lineage and problems.
export function SidePanel({ editor, preview, side, projectID, onProblem }: SidePanelProps) {
  const problems = editor.draft?.diagnostics.length ?? 0;
  const tabs: { side: SideTab; label: string; count?: number }[] = [
    { side: 'preview', label: 'Preview' },
    { side: 'sql', label: 'Generated SQL' },
    { side: 'lineage', label: 'Lineage' },
    { side: 'problems', label: 'Problems', count: problems },
  ];
  return (
    <section className={classes.side} aria-label="What follows from the node">
      <nav className={classes.tabs} aria-label="Results">
        {tabs.map((tab) => (
          <Link
            key={tab.side}
            from="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID"
            to="."
            search={(old) => ({ ...old, side: tab.side })}
            replace
            resetScroll={false}
            className={classes.tab}
            data-current={tab.side === side || undefined}
            aria-current={tab.side === side ? 'page' : undefined}
            activeProps={{}}
          >
            {tab.label}{' '}
            {tab.count !== undefined && (
              <span className={classes.count} data-tone={tab.count > 0 ? 'failed' : undefined}>
                {tab.count}
              </span>
            )}
          </Link>
        ))}
      </nav>
      {side === 'preview' && <PreviewPanel preview={preview} isDirty={editor.changes > 0} />}
      {side === 'sql' && <StagesPanel editor={editor} />}
      {side === 'lineage' && <LineagePanel editor={editor} projectID={projectID} />}
      {side === 'problems' && <ProblemsPanel editor={editor} onOpen={onProblem} />}
    </section>
  );
}
