import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Node, NodeKey } from '../api/nodes';
import { projectQuery } from '../api/projects';
import { ProblemAlert } from '../ui/ProblemAlert';
import { ConflictDialog } from './ConflictDialog';
import { ConflictNotice, DraftNotice, NarrowNotice, ReadOnlyNotice } from './Notices';
import { EditorHeader } from './EditorHeader';
import classes from './Editor.module.css';
import { EditorTabs } from './EditorTabs';
import { LeaveDialog } from './LeaveDialog';
import { SidePanel } from './SidePanel';
import { TabContent } from './TabContent';
import { isText } from './model';
import { placeOfConflict, useProblemPlaces } from './problemPlace';
import type { NodeSearch } from './search';
import { useDataPreview } from './useDataPreview';
import { useEditorKeys } from './useEditorKeys';
import { useNodeEditor } from './useNodeEditor';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID');

interface NodeEditorViewProps {
  projectID: string;
  nodeKey: NodeKey;
  saved: Node;
  refetch: () => void;
  error: unknown;
  mayEdit: boolean;
  isNarrow: boolean;
}

export function NodeEditorView({ projectID, nodeKey, saved, refetch, error, mayEdit, isNarrow }: NodeEditorViewProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isComparing, setComparing] = useState(false);
  const editor = useNodeEditor({
    nodeKey,
    saved,
    isReadOnly: !mayEdit || isNarrow,
    onConflict: () => {
      refetch();
      setComparing(true);
    },
  });
  const platform = useQuery(projectQuery(projectID)).data?.platformKind;
  const preview = useDataPreview(editor, platform === 'duckdb' && (search.side ?? 'preview') === 'preview', mayEdit);
  const tab = search.tab ?? (isText(saved) ? 'sql' : 'columns');
  const go = (change: NodeSearch) =>
    void navigate({ search: (old) => ({ ...old, line: undefined, ...change }), replace: true, resetScroll: false });
  const { jump, goTo, goToPlace, goToNext } = useProblemPlaces(editor, go);
  useEditorKeys({ onSave: editor.save, onPreview: preview.run, onNextProblem: goToNext });
  return (
    <div className={classes.page}>
      <EditorHeader editor={editor} projectID={projectID} tab={tab} mayEdit={mayEdit} onTab={(next) => go({ tab: next })} />
      {error != null && <ProblemAlert error={error} onRetry={refetch} />}
      {editor.theirs && <ConflictNotice editor={editor} theirs={editor.theirs} onCompare={() => setComparing(true)} />}
      {!editor.theirs && <DraftNotice editor={editor} />}
      {!mayEdit && <ReadOnlyNotice />}
      {mayEdit && isNarrow && <NarrowNotice />}
      {editor.problem != null && <ProblemAlert error={editor.problem} />}
      <div className={classes.body}>
        <div className={classes.left}>
          <EditorTabs editor={editor} current={tab} />
          <TabContent editor={editor} tab={tab} search={search} isNarrow={isNarrow} jump={jump} go={go} />
        </div>
        <SidePanel editor={editor} preview={preview} side={search.side ?? 'preview'} projectID={projectID} onProblem={goTo} />
      </div>
      {editor.theirs && (
        <ConflictDialog
          opened={isComparing}
          editor={editor}
          theirs={editor.theirs}
          onClose={() => setComparing(false)}
          onEdit={(conflict) => {
            setComparing(false);
            goToPlace(placeOfConflict(editor.node, conflict));
          }}
        />
      )}
      <LeaveDialog editor={editor} />
    </div>
  );
}
