import { Tooltip } from '../ui/Tooltip';
import classes from './Lineage.module.css';
import type { Line } from './edges';
import type { Card } from './layout';
import { carriesValue, columnKey, lineLooks } from './trace';

interface LineageLinesProps {
  lines: Line[];
  cards: Card[];
  looked: string;
}

// LineageLines draws the lines and their marks. The table has the same in words.
export function LineageLines({ lines, cards, looked }: LineageLinesProps) {
  const byID = new Map(cards.map((card) => [card.node.nodeID, card.node]));
  const isLooked = ({ edge }: Line) => {
    const from = byID.get(edge.fromNodeID);
    const to = byID.get(edge.toNodeID);
    return (from && columnKey(from, edge.fromColumn ?? '') === looked) || (to && edge.toColumn && columnKey(to, edge.toColumn) === looked);
  };
  return (
    <g aria-hidden="true">
      {lines.map((line) => (
        <path key={line.key} className={classes.line} data-use={line.edge.use} data-looked={isLooked(line) || undefined} d={line.path} />
      ))}
      {lines.filter(({ edge }) => carriesValue(edge)).map(({ key, edge, middle }) => (
        <Tooltip key={key} label={`${lineLooks[edge.use].word}${edge.expression ? `: ${edge.expression}` : ''}`}>
          <g className={classes.mark} data-use={edge.use} transform={`translate(${middle.x} ${middle.y})`}>
            <circle r={9} />
            <text y={4}>{lineLooks[edge.use].mark}</text>
          </g>
        </Tooltip>
      ))}
    </g>
  );
}
