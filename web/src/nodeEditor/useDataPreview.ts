import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type DataPreview, type Node, previewDraftData, textOnly } from '../api/nodes';
import { runsQuery } from '../api/runs';
import { isText, same } from './model';
import type { NodeEditor } from './useNodeEditor';

export interface DataPreviewState {
  rows?: DataPreview;
  // When the rows were read, and how long it took.
  at?: Date;
  milliseconds?: number;
  // Whether the node has changed since.
  isStale: boolean;
  isRunning: boolean;
  error?: unknown;
  // Why there can be no preview now.
  reason?: string;
  // Whether nothing has run in the workspace yet, so that there may be nothing to read.
  isUnbuilt: boolean;
  run: () => void;
}

const pauseMilliseconds = 300;

// useDataPreview runs the query of the draft: by itself after a pause where queries are cheap, and on request.
export function useDataPreview(editor: NodeEditor, isCheap: boolean, mayRead: boolean): DataPreviewState {
  const [state, setState] = useState<Omit<DataPreviewState, 'isStale' | 'isUnbuilt' | 'run' | 'reason'> & { of?: unknown }>({ isRunning: false });
  const runs = useInfiniteQuery(runsQuery({ environment: editor.key.workspaceID })).data?.pages[0]?.total;
  const isAutomatic = isCheap && runs !== undefined && runs > 0;
  const request = useRef(0);
  const { node, draft, isChecking } = editor;
  const content = contentOf(node);
  const reason = reasonOf(editor, mayRead);

  const run = async () => {
    if (reason) return;
    const number = ++request.current;
    const started = now();
    setState((old) => ({ ...old, isRunning: true }));
    try {
      const rows = await previewDraftData(editor.key, isText(node) ? textOnly(node) : node);
      if (number === request.current) {
        setState({ rows, of: content, at: new Date(now()), milliseconds: now() - started, isRunning: false });
      }
    } catch (error) {
      if (number === request.current) setState((old) => ({ ...old, of: content, isRunning: false, error }));
    }
  };

  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isAutomatic || isChecking || reason) return;
    const timer = setTimeout(() => void latest.current(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [draft, isChecking, reason, isAutomatic]);

  return { ...state, reason, isUnbuilt: runs === 0, isStale: state.rows !== undefined && !same(state.of, content), run: () => void run() };
}

const now = () => Date.now();

const contentOf = (node: Node) => (isText(node) ? node.sql : node);

function reasonOf({ draft }: NodeEditor, mayRead: boolean): string | undefined {
  if (!mayRead) return 'Your role does not let you read data here.';
  const errors = draft?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0;
  if (errors > 0) return `The preview waits for ${errors === 1 ? '1 problem' : `${errors} problems`}.`;
  return undefined;
}
