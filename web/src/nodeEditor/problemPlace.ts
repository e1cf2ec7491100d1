import { useRef, useState } from 'react';
import type { Diagnostic, Node } from '../api/nodes';
import { columnsOf, isText } from './model';
import type { Conflict } from './merge';
import type { NodeSearch, NodeTab } from './search';
import type { NodeEditor } from './useNodeEditor';

// placeOf returns where the page shows a problem: a line of the text or a column of the grid.
export function placeOf(node: Node, { line, columnID }: Diagnostic): NodeSearch {
  if (isText(node)) return { tab: 'sql', line: line === undefined ? undefined : String(line) };
  return { tab: 'columns', column: columnsOf(node).find((column) => column.columnID === columnID)?.name };
}

const tabsOfFields: [path: RegExp, tab: NodeTab][] = [
  [/^join /, 'join'],
  [/^(?:tests|columnTests)$/, 'tests'],
  [/^description$/, 'description'],
  [/^(?:config\.|nodeType$|materializationType$|overrideSQL$|isMultisource$|deployEnabled$)/, 'options'],
];

// placeOfConflict returns where the page shows the own side of a conflict.
export function placeOfConflict(node: Node, { id, line }: Conflict): NodeSearch {
  if (line !== undefined) return { tab: 'sql', line: String(line) };
  const tab = tabsOfFields.find(([path]) => path.test(id))?.[1] ?? 'columns';
  const column = columnsOf(node).find(({ columnID }) => id === `column ${columnID}` || id.startsWith(`column ${columnID}.`));
  return { tab, column: column?.name };
}

// Jump is a place that the page goes to, with the position in its line.
export interface Jump extends NodeSearch {
  character?: number;
}

export interface ProblemPlaces {
  // The place that the page went to last. It is a new object each time, because the same place may be asked for again.
  jump?: Jump;
  goTo: (problem: Diagnostic) => void;
  goToPlace: (place: NodeSearch) => void;
  goToNext: () => void;
}

// useProblemPlaces returns how to go to a problem, and from problem to problem.
export function useProblemPlaces({ node, draft }: NodeEditor, go: (change: NodeSearch) => void): ProblemPlaces {
  const [jump, setJump] = useState<Jump>();
  const next = useRef(0);
  const problems = draft?.diagnostics ?? [];
  const goToPlace = (place: NodeSearch, character = 1) => {
    go(place);
    setJump({ ...place, character });
  };
  const goTo = (problem: Diagnostic) => {
    next.current = problems.indexOf(problem) + 1;
    goToPlace(placeOf(node, problem), problem.column);
  };
  const goToNext = () => {
    const problem = problems[next.current % problems.length];
    if (problem) goTo(problem);
  };
  return { jump, goTo, goToPlace, goToNext };
}
