import { Suspense, lazy } from 'react';
import { Skeleton } from '@mantine/core';
import type { Diagnostic } from '../api/nodes';
import { ColumnCards } from './ColumnCards';
import { DescriptionTab } from './DescriptionTab';
import { JoinTab } from './JoinTab';
import { MappingGrid } from './MappingGrid';
import { OptionsTab } from './OptionsTab';
import { TestsTab } from './TestsTab';
import { isText } from './model';
import type { NodeSearch, NodeTab } from './search';
import type { NodeEditor } from './useNodeEditor';

// The text editor is as large as the rest of the page, and a mapping does not need it.
const TextEditor = lazy(async () => ({ default: (await import('./TextEditor')).TextEditor }));

interface TabContentProps {
  editor: NodeEditor;
  tab: NodeTab;
  search: NodeSearch;
  isNarrow: boolean;
  go: (change: NodeSearch) => void;
}

const noProblems: Diagnostic[] = [];

export function TabContent({ editor, tab, search, isNarrow, go }: TabContentProps) {
  const { node } = editor;
  switch (tab) {
    case 'sql':
      if (isText(node)) return <SqlTab editor={editor} text={node.sql} line={search.line} />;
      break;
    case 'join':
      return <JoinTab editor={editor} />;
    case 'options':
      return <OptionsTab editor={editor} />;
    case 'tests':
      return <TestsTab editor={editor} column={search.column} onColumn={(column) => go({ column })} />;
    case 'description':
      return <DescriptionTab editor={editor} />;
    case 'columns':
  }
  if (isNarrow) return <ColumnCards node={node} />;
  return <MappingGrid editor={editor} column={search.column} onColumn={(column) => go({ column })} />;
}

function SqlTab({ editor, text, line }: { editor: NodeEditor; text: string; line?: string }) {
  return (
    <Suspense fallback={<Skeleton height={280} radius={0} aria-busy="true" />}>
      <TextEditor
        label={`SQL of ${editor.node.name}`}
        text={text}
        problems={editor.draft?.diagnostics ?? noProblems}
        isReadOnly={editor.isReadOnly}
        line={line ? Number(line) || undefined : undefined}
        onChange={editor.setText}
      />
    </Suspense>
  );
}
