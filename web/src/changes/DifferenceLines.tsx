import { Fragment, useMemo, useState } from 'react';
import { type DifferenceLine, lineDifference } from '../deploy/review/lineDifference';
import { sqlTokens } from '../runs/sqlTokens';
import { counted } from '../ui/text';
import classes from './Difference.module.css';
import { type Hunk, firstLines, hunksOf, pairsOf } from './hunks';

interface DifferenceLinesProps {
  label: string;
  path: string;
  before: string;
  after: string;
  isSplit: boolean;
  // Shows all lines instead of the changed ones.
  isWhole?: boolean;
}

const signs = { same: ' ', added: '+', removed: '−' };
const foldAt = 60;

// DifferenceLines shows two texts as one list of lines, or side by side. A long difference is folded.
export function DifferenceLines({ label, path, before, after, isSplit, isWhole = false }: DifferenceLinesProps) {
  const lines = useMemo(() => lineDifference(before, after), [before, after]);
  const hunks = useMemo((): Hunk[] => (isWhole ? [{ kind: 'lines', lines }] : hunksOf(lines)), [lines, isWhole]);
  const total = hunks.reduce((sum, hunk) => sum + (hunk.kind === 'lines' ? hunk.lines.length : 0), 0);
  const [isOpen, setOpen] = useState(total <= foldAt);
  const shown = isOpen ? hunks : firstLines(hunks, foldAt);
  const isSQL = path.endsWith('.sql');
  return (
    <>
      <div className={classes.code} role="region" aria-label={label} tabIndex={0}>
        {shown.map((hunk, index) => {
          if (hunk.kind === 'gap') return <Gap key={index} count={hunk.count} />;
          return isSplit ? <Split key={index} lines={hunk.lines} isSQL={isSQL} /> : <Unified key={index} lines={hunk.lines} isSQL={isSQL} />;
        })}
      </div>
      {!isOpen && (
        <button type="button" className={classes.more} onClick={() => setOpen(true)}>
          Show all {total} lines
        </button>
      )}
    </>
  );
}

function Gap({ count }: { count: number }) {
  return <div className={classes.gap}>{counted(count, 'unchanged line')}</div>;
}

interface LinesProps {
  lines: DifferenceLine[];
  isSQL: boolean;
}

function Unified({ lines, isSQL }: LinesProps) {
  return lines.map((line) => (
    <div key={`${line.before} ${line.after}`} className={classes.line} data-change={line.change}>
      <span className={classes.number}>{line.after ?? line.before}</span>
      <span className={classes.sign}>{signs[line.change]}</span>
      <Code text={line.text} isSQL={isSQL} />
    </div>
  ));
}

function Split({ lines, isSQL }: LinesProps) {
  return (
    <div className={classes.split}>
      {pairsOf(lines).map(({ left, right }, index) => (
        <Fragment key={index}>
          <Half line={left} number={left?.before} isSQL={isSQL} />
          <Half line={right} number={right?.after} isSQL={isSQL} />
        </Fragment>
      ))}
    </div>
  );
}

function Half({ line, number, isSQL }: { line?: DifferenceLine; number?: number; isSQL: boolean }) {
  return (
    <div className={classes.line} data-change={line?.change ?? 'none'}>
      <span className={classes.number}>{number}</span>
      <span className={classes.sign}>{line && signs[line.change]}</span>
      {line && <Code text={line.text} isSQL={isSQL} />}
    </div>
  );
}

function Code({ text, isSQL }: { text: string; isSQL: boolean }) {
  if (!isSQL) return <span>{text || ' '}</span>;
  return (
    <span>
      {sqlTokens(text).map((token, index) => (
        <span key={index} data-kind={token.kind}>
          {token.text}
        </span>
      ))}
    </span>
  );
}
