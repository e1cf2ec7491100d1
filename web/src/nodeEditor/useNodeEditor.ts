import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Node, type NodeDraft, type NodeKey, previewDraft, textOnly, useSaveNode } from '../api/nodes';
import { problemOf } from '../api/problem';
import { announce } from '../ui/announce';
import { mergeNodes } from './merge';
import { changeCount, isText, same } from './model';
import { readDraft, removeDraft, writeDraft } from './storedDraft';
import { type History, useHistory } from './useHistory';

// An edit returns the changed node. It may be applied to a later node than the one on the screen.
export type Edit = (node: Node) => Node;

export interface NodeEditor {
  key: NodeKey;
  // The saved version that the draft started from.
  base: Node;
  node: Node;
  // What the server says about the draft; older than the draft while it checks.
  draft?: NodeDraft;
  isChecking: boolean;
  // Why the last edit or check was rejected.
  problem?: unknown;
  // How many unsaved changes there are.
  changes: number;
  isReadOnly: boolean;
  // When a draft of an earlier visit was changed last, if the page shows one.
  restoredFrom?: string;
  // The version that someone else saved since, if there is a draft.
  theirs?: Node;
  change: (edit: Edit) => void;
  setText: (sql: string) => void;
  history: Pick<History<Node>, 'canUndo' | 'canRedo'> & { undo: () => void; redo: () => void };
  save: () => void;
  isSaving: boolean;
  // saveMerged saves a merge of the draft with the other version.
  saveMerged: (merged: Node, theirs: Node, onSaved: () => void) => void;
  discard: () => void;
}

interface EditorInput {
  nodeKey: NodeKey;
  // The node as the server has it now.
  saved: Node;
  isReadOnly: boolean;
  onConflict: () => void;
}

const checkMilliseconds = 250;

// useNodeEditor holds one node while it is edited. The grid, the forms and the text editor change the same node. Edits of
// a SQL node outside its text go to the server, which writes them into the text.
export function useNodeEditor({ nodeKey, saved, isReadOnly, onConflict }: EditorInput): NodeEditor {
  const [stored] = useState(() => (isReadOnly ? undefined : readDraft(nodeKey)));
  const [base, setBase] = useState(stored?.base ?? saved);
  const [node, setNode] = useState(stored?.node ?? saved);
  const [restoredFrom, setRestoredFrom] = useState(stored?.changedAt);
  const [problem, setProblem] = useState<unknown>();
  const history = useHistory<Node>();
  const { forget } = history;
  const confirmed = useRef(node); // the last node whose fields and text agree
  const queue = useRef({ running: Promise.resolve(), length: 0 });
  const { draft, isChecking, setDraft } = useCheck({
    nodeKey,
    node,
    // The edit of a text brings its own result.
    read: () => (queue.current.length > 0 ? undefined : confirmed.current),
    onChecked: (sent, checked) => {
      setProblem(undefined);
      if (!isText(sent)) return;
      confirmed.current = { ...checked, sql: sent.sql, version: sent.version };
      setNode(confirmed.current);
    },
    onRejected: setProblem,
  });
  const saving = useSaveNode(nodeKey);
  const changes = useMemo(() => changeCount(base, node), [base, node]);
  const isDirty = changes > 0;

  const show = useCallback((next: Node) => {
    confirmed.current = next;
    setNode(next);
  }, []);

  // Without a draft the page follows the saved node.
  useEffect(() => {
    if (isDirty || saved.version === base.version) return;
    setBase(saved);
    show(saved);
    // Undo would take back what someone else saved.
    forget();
  }, [isDirty, saved, base.version, show, forget]);
  useStoring(nodeKey, { base, node, isDirty, isReadOnly, isStored: stored !== undefined });

  const change = (edit: Edit) => {
    if (isReadOnly) return;
    setProblem(undefined);
    if (!isText(node)) {
      const next = edit(node);
      if (same(next, node)) return;
      history.push(node);
      show(next);
      return;
    }
    setNode(edit(node));
    queue.current.length++;
    queue.current.running = queue.current.running.then(() => editText(edit));
  };

  const editText = async (edit: Edit) => {
    try {
      let before: Node;
      let next: NodeDraft;
      do {
        before = confirmed.current;
        next = await previewDraft(nodeKey, edit(before), textOnly(before));
      } while (confirmed.current !== before); // the text was typed in meanwhile
      confirmed.current = { ...next.node, version: base.version };
      setDraft(next);
      if (next.node.sql !== before.sql) history.push(before);
    } catch (error) {
      setProblem(error);
    }
    queue.current.length--;
    if (queue.current.length === 0) setNode(confirmed.current);
  };

  const setText = (sql: string) => {
    if (isReadOnly || sql === confirmed.current.sql) return;
    setProblem(undefined);
    history.pushTyping(confirmed.current);
    show({ ...confirmed.current, sql });
  };

  const afterSave = (sent: Node, result: Node) => {
    const typed = confirmed.current;
    setRestoredFrom(undefined);
    setBase(result);
    show(changeCount(sent, typed) === 0 ? result : rebased({ base: sent, mine: typed, theirs: result }));
    setProblem(undefined);
    announce(`Saved as version ${result.version}`);
  };

  const put = async (wanted: Node, version: number | undefined, onSaved?: () => void) => {
    await queue.current.running;
    const sent = confirmed.current;
    const body = isText(wanted) ? textOnly(wanted) : wanted;
    saving.mutate(
      { ...body, version },
      {
        onSuccess: (result) => {
          afterSave(sent, result);
          onSaved?.();
        },
        onError: (error) => {
          if (problemOf(error).status === 409) onConflict();
          else setProblem(error);
        },
      },
    );
  };

  return {
    key: nodeKey,
    base,
    node,
    draft,
    isChecking,
    problem,
    changes,
    isReadOnly,
    restoredFrom,
    theirs: isDirty && saved.version !== base.version ? saved : undefined,
    change,
    setText,
    history: {
      canUndo: history.canUndo,
      canRedo: history.canRedo,
      undo: () => history.undo(confirmed.current, show),
      redo: () => history.redo(confirmed.current, show),
    },
    save: () => {
      if (isReadOnly || saving.isPending) return;
      // An edit of a text may be on its way to the server.
      void queue.current.running.then(async () => {
        if (changeCount(base, confirmed.current) > 0) await put(confirmed.current, base.version);
      });
    },
    isSaving: saving.isPending,
    saveMerged: (merged, theirs, onSaved) => {
      const finish = () => {
        forget();
        onSaved();
      };
      void put(merged, theirs.version, finish);
    },
    discard: () => {
      removeDraft(nodeKey);
      setRestoredFrom(undefined);
      setProblem(undefined);
      history.push(confirmed.current);
      setBase(saved);
      show(saved);
    },
  };
}

// rebased returns the saved node with what was changed while the save was on its way.
function rebased(versions: { base: Node; mine: Node; theirs: Node }): Node {
  const { base, mine, theirs } = versions;
  if (isText(mine) && isText(theirs) && theirs.sql === base.sql) return { ...theirs, sql: mine.sql };
  return mergeNodes(versions).result({});
}

interface CheckInput {
  nodeKey: NodeKey;
  node: Node;
  // read returns the node to check; undefined if it is about to change.
  read: () => Node | undefined;
  onChecked: (sent: Node, checked: Node) => void;
  onRejected: (problem: unknown) => void;
}

// useCheck sends the draft to the server after each pause, and shows what the server says about it.
function useCheck({ nodeKey, node, read, onChecked, onRejected }: CheckInput) {
  const [draft, setDraft] = useState<NodeDraft>();
  const [isChecking, setChecking] = useState(true);
  const content = isText(node) ? node.sql : node; // the fields of a SQL node follow from its text
  const request = useRef(0);
  const check = async () => {
    const number = request.current;
    const sent = read();
    if (!sent) return;
    try {
      const next = await previewDraft(nodeKey, isText(sent) ? textOnly(sent) : sent);
      if (number !== request.current || !read()) return;
      setDraft(next);
      onChecked(sent, next.node);
    } catch (error) {
      if (number === request.current) onRejected(error);
    }
    if (number === request.current) setChecking(false);
  };
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    request.current++;
    setChecking(true);
    const timer = setTimeout(() => void latest.current(), checkMilliseconds);
    return () => clearTimeout(timer);
  }, [content]);
  return { draft, isChecking, setDraft };
}

const storeMilliseconds = 300;

interface Stored {
  base: Node;
  node: Node;
  isDirty: boolean;
  isReadOnly: boolean;
  // Whether the browser has a draft of an earlier visit.
  isStored: boolean;
}

// useStoring keeps the draft in the browser, so that a closed tab loses nothing. Without changes there is no draft.
function useStoring({ workspaceID, nodeID }: NodeKey, { base, node, isDirty, isReadOnly, isStored }: Stored): void {
  const hasDraft = useRef(isStored);
  useEffect(() => {
    if (isReadOnly) return;
    const key = { workspaceID, nodeID };
    if (!isDirty) {
      if (hasDraft.current) removeDraft(key);
      hasDraft.current = false;
      return;
    }
    const write = () => {
      hasDraft.current = true;
      writeDraft(key, base, node);
    };
    const timer = setTimeout(write, storeMilliseconds);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [workspaceID, nodeID, base, node, isDirty, isReadOnly]);
}
