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
import type { Jump } from './problemPlace';
import type { NodeSearch, NodeTab } from './search';
import type { NodeEditor } from './useNodeEditor';
import { useWords } from './useWords';

// The text editor is as large as the rest of the page, and a mapping does not need it.
const TextEditor = lazy(async () => ({ default: (await import('./TextEditor')).TextEditor }));

interface TabContentProps {
  editor: NodeEditor;
  tab: NodeTab;
  search: NodeSearch;
  isNarrow: boolean;
  // The problem that the page went to last.
  jump?: Jump;
  go: (change: NodeSearch) => void;
}

const noProblems: Diagnostic[] = [];

export function TabContent({ editor, tab, search, isNarrow, jump, go }: TabContentProps) {
  const { node } = editor;
  switch (tab) {
    case 'sql':
      if (isText(node)) return <SqlTab editor={editor} text={node.sql} line={search.line} jump={jump} />;
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
  return <MappingGrid editor={editor} column={search.column} jump={jump} onColumn={(column) => go({ column })} />;
}

interface SqlTabProps {
  editor: NodeEditor;
  text: string;
  line?: string;
  jump?: Jump;
}

function SqlTab({ editor, text, line, jump }: SqlTabProps) {
  const words = useWords(editor);
  return (
    <Suspense fallback={<Skeleton height={280} radius={0} aria-busy="true" />}>
      <TextEditor
        label={`SQL of ${editor.node.name}`}
        text={text}
        problems={editor.draft?.diagnostics ?? noProblems}
        words={words}
        isReadOnly={editor.isReadOnly}
        line={line ? Number(line) || undefined : undefined}
        jump={jump}
        onChange={editor.setText}
      />
    </Suspense>
  );
}
