import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Frames, afterPaint, measureFrames } from '../../graph/bench/measure';
import { Gantt } from '../Gantt';
import { NodeTable } from '../NodeTable';
import { logLines } from '../logLines';
import { byUrgency, countStates, failures } from '../nodes';
import classes from './RunBenchPage.module.css';
import { generate } from './generate';

const route = getRouteApi('/signedIn/bench/run');
const start = Date.parse('2026-01-01T00:00:00Z');
const scrollFrames = 120;

interface Figures {
  nodes: number;
  // What a new result costs before it is drawn, and the first picture, in milliseconds.
  compute: number;
  firstDraw: number;
  timeline: Frames;
  table: Frames;
  log: number;
}

// RunBenchPage measures the parts of the page of a run with very many nodes. It is reachable by its address only; `make
// bench-graph` opens it.
export function RunBenchPage() {
  const { nodes: count } = route.useSearch();
  const nodes = useMemo(() => generate(count, start), [count]);
  const { ordered, compute, begin } = useMemo(() => prepared(nodes), [nodes]);
  const content = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);
  const [figures, setFigures] = useState<Figures>();
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void measure(content.current!).then(({ drawn, ...frames }) => setFigures({ nodes: count, compute, firstDraw: drawn - begin, log: logTime(nodes), ...frames }));
  }, [count, nodes, compute, begin]);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Run of {count} nodes</h1>
      <pre className={classes.figures} data-figures={figures ? JSON.stringify(figures) : undefined}>
        {figures ? JSON.stringify(figures, undefined, 2) : 'Measuring…'}
      </pre>
      <div ref={content} className={classes.content}>
        <Gantt nodes={nodes} start={start} end={start + count * 125} onSelect={() => undefined} />
        <NodeTable nodes={ordered} now={start} />
      </div>
    </div>
  );
}

// prepared does what the page of a run computes from its results.
function prepared(nodes: ReturnType<typeof generate>) {
  const begin = performance.now();
  const ordered = byUrgency(nodes);
  countStates(nodes);
  failures(nodes);
  return { ordered, begin, compute: performance.now() - begin };
}

async function measure(content: HTMLElement): Promise<{ drawn: number; timeline: Frames; table: Frames }> {
  const drawn = await afterPaint();
  const [timeline, table] = [...content.querySelectorAll<HTMLElement>('[data-scrolls]')];
  return { drawn, timeline: await scroll(timeline!), table: await scroll(table!) };
}

// scroll moves from the first to the last row.
function scroll(box: HTMLElement): Promise<Frames> {
  const last = box.scrollHeight - box.clientHeight;
  return measureFrames(scrollFrames, (frame) => {
    box.scrollTop = (last * (frame + 1)) / scrollFrames;
  });
}

function logTime(nodes: ReturnType<typeof generate>): number {
  const begin = performance.now();
  const details = { environmentID: '1', parallelism: 16, nodesInRun: nodes.length, canceled: false };
  logLines({ id: 1, runType: 'refresh', runStatus: 'failed', environmentID: '1', failedTests: 0, runDetails: details, runTimeParameters: {} }, nodes);
  return performance.now() - begin;
}
