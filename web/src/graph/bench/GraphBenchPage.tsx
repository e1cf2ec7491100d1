import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { GraphView } from '../GraphView';
import { type Area, cardZoom, fitted } from '../area';
import type { Looks } from '../look';
import { type Scene, sceneOf } from '../scene';
import type { Camera } from '../useCamera';
import classes from './GraphBenchPage.module.css';
import { generate } from './generate';
import { type Frames, afterPaint, measureFrames } from './measure';

const route = getRouteApi('/signedIn/bench/graph');
const noLooks: Looks = new Map();
const panFrames = 120;

interface Figures {
  nodes: number;
  edges: number;
  firstDraw: number;
  far: Frames;
  cards: Frames;
}

// GraphBenchPage measures how fast a graph is drawn and moved. It is reachable by its address only; `make bench-graph`
// opens it.
export function GraphBenchPage() {
  const { nodes } = route.useSearch();
  const graph = useMemo(() => generate(nodes), [nodes]);
  const { scene, begin } = useMemo(() => timed(() => sceneOf(graph)), [graph]);
  const camera = useRef<Camera>(null);
  const hasStarted = useRef(false);
  const [figures, setFigures] = useState<Figures>();
  const onPaint = useCallback(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void afterPaint().then(async (end) => setFigures({ nodes, edges: scene.edges.length, firstDraw: end - begin, ...(await pans(camera)) }));
  }, [nodes, scene, begin]);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Graph of {nodes} nodes</h1>
      <pre className={classes.figures} data-figures={figures ? JSON.stringify(figures) : undefined}>
        {figures ? textOf(figures) : 'Measuring…'}
      </pre>
      <div className={classes.graph}>
        <GraphView scene={scene} looks={noLooks} onSelect={() => undefined} label="Graph" onPaint={onPaint} onCamera={(value) => (camera.current = value)} />
      </div>
    </div>
  );
}

// timed says when the work on a graph began.
function timed(prepare: () => Scene): { scene: Scene; begin: number } {
  const begin = performance.now();
  return { scene: prepare(), begin };
}

// pans moves the whole graph below the zoom of cards, and then the cards.
async function pans(ref: { current: Camera | null }): Promise<{ far: Frames; cards: Frames }> {
  const current = () => ref.current!;
  const whole = fitted(current().size, current().scene, { maxZoom: 0.3, minZoom: 0.05 });
  const far = await pan(ref, whole);
  const cards = await pan(ref, { zoom: Math.max(cardZoom + 0.05, 0.5), x: 0, y: 0 });
  return { far, cards };
}

async function pan(ref: { current: Camera | null }, start: { x: number; y: number; zoom: number }): Promise<Frames> {
  await ref.current!.flow.setViewport(start);
  await drawnAt(() => ref.current!.area, start.zoom);
  return measureFrames(panFrames, (frame) => {
    const angle = (frame / panFrames) * 2 * Math.PI;
    void ref.current!.flow.setViewport({ ...start, x: start.x + 400 * Math.sin(angle), y: start.y - 12 * frame });
  });
}

// drawnAt waits until the area is drawn for a zoom.
async function drawnAt(area: () => Area, zoom: number): Promise<void> {
  for (let tries = 0; tries < 200 && Math.abs(area().zoom / zoom - 1) > 0.08; tries++) await afterPaint();
  await afterPaint();
}

function lineOf(name: string, { median, p95, worst, slow, count }: Frames): string {
  return `${name}: median ${median.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${slow} of ${count} frames over 34 ms`;
}

function textOf({ nodes, edges, firstDraw, far, cards }: Figures): string {
  return [`${nodes} nodes, ${edges} edges`, `first draw: ${firstDraw.toFixed(0)} ms`, lineOf('pan, canvas', far), lineOf('pan, cards', cards)].join('\n');
}
