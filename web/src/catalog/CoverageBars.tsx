import { UnstyledButton } from '@mantine/core';
import type { Documentation } from '../api/catalog';
import classes from './Catalog.module.css';

type Filter = 'undocumented' | 'untested';

interface CoverageBarsProps {
  documentation: Documentation;
  show?: Filter;
  onShow: (show: Filter | undefined) => void;
}

// CoverageBars shows how much of the project is documented and tested. A click lists what is missing.
export function CoverageBars({ documentation, show, onShow }: CoverageBarsProps) {
  const { nodes, describedNodes, columns, describedColumns, testedNodes } = documentation;
  const toggle = (filter: Filter) => onShow(show === filter ? undefined : filter);
  return (
    <div className={classes.coverage} role="group" aria-label="Documentation coverage">
      <Measure label="Nodes described" done={describedNodes} all={nodes} />
      <Measure
        label="Columns described"
        done={describedColumns}
        all={columns}
        missing="Show what is not described"
        isOn={show === 'undocumented'}
        onToggle={() => toggle('undocumented')}
      />
      <Measure
        label="Nodes tested"
        done={testedNodes}
        all={nodes}
        missing="Show what is not tested"
        isOn={show === 'untested'}
        onToggle={() => toggle('untested')}
      />
    </div>
  );
}

interface MeasureProps {
  label: string;
  done: number;
  all: number;
  missing?: string;
  isOn?: boolean;
  onToggle?: () => void;
}

function Measure({ label, done, all, missing, isOn, onToggle }: MeasureProps) {
  const percent = all === 0 ? 0 : Math.floor((done / all) * 100);
  return (
    <div className={classes.measure}>
      <div className={classes.measureHead}>
        <span>{label}</span>
        <span>
          <strong>{percent} %</strong> {done} of {all}
        </span>
      </div>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className={classes.track} aria-hidden="true" focusable="false">
        <rect className={classes.rest} width={100} height={6} />
        <rect className={classes.done} width={percent} height={6} />
      </svg>
      {missing && done < all && (
        <UnstyledButton className={classes.missing} aria-pressed={isOn} onClick={onToggle}>
          {isOn ? 'Show all' : missing}
        </UnstyledButton>
      )}
    </div>
  );
}
