import '@xyflow/react/dist/base.css';
import { type NodeTypes, ReactFlow, ReactFlowProvider, ViewportPortal } from '@xyflow/react';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { GraphNode } from '../api/graphs';
import { CardLayer } from './CardLayer';
import { GraphCanvas } from './GraphCanvas';
import classes from './GraphView.module.css';
import { GraphControls } from './GraphControls';
import { Minimap } from './Minimap';
import { type CardNode, NodeCard } from './NodeCard';
import { type Size, cardZoom, detailZoom, fitted, zoomLimits } from './area';
import hues from './hues.module.css';
import type { Looks } from './look';
import { type Scene, nodeAt, nodeBox } from './scene';
import { type Position, usePosition, viewportAt } from './position';
import { type Camera, useCamera } from './useCamera';
import { useGraphKeys } from './useGraphKeys';

export interface GraphViewProps {
  scene: Scene;
  looks: Looks;
  // The nodes in full color; undefined for all.
  matched?: Set<string>;
  selected?: string;
  onSelect: (node: GraphNode | undefined) => void;
  // Opens a node: double click or Enter.
  onOpen?: (node: GraphNode) => void;
  label: string;
  // Where the graph is at first; absent for the whole graph or the selected node.
  position?: Position;
  // Called where the user moved the graph to.
  onPosition?: (position: Position) => void;
  // What lies over the upper left of the graph, such as a legend.
  children?: ReactNode;
  // Called when the canvas was drawn, and with what moves the graph: for measurements.
  onPaint?: () => void;
  onCamera?: (camera: Camera) => void;
}

const nodeTypes: NodeTypes = { card: NodeCard };
const noNodes: CardNode[] = [];
const noEdges: never[] = [];
// A smaller graph is in view as a whole.
const minimapNodes = 25;

// GraphView draws a graph of any size: one canvas below 35 % zoom, above it lines on the canvas and a card for each node
// in view. It is for eyes and mouse, with keys to walk along edges; pages have a table with the same selection.
export function GraphView(props: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} className={`${classes.frame} ${hues.hues}`}>
      {size && (
        <ReactFlowProvider>
          <SizedGraph {...props} size={size} />
        </ReactFlowProvider>
      )}
    </div>
  );
}

function SizedGraph({ scene, looks, matched, selected, onSelect, onOpen, label, position, onPosition, children, onPaint, onCamera, size }: GraphViewProps & { size: Size }) {
  const [initial] = useState(() => (position ? viewportAt(position, size) : firstViewport(size, scene, selected)));
  const camera = useCamera({ scene, size, initial });
  usePosition(camera, onPosition);
  const { area, flow } = camera;
  useLayoutEffect(() => {
    onCamera?.(camera);
  }, [camera, onCamera]);
  const [hovered, setHovered] = useState<GraphNode>();
  const hint = useId();
  const container = useRef<HTMLDivElement>(null);
  const picture = useMemo(() => ({ scene, looks, matched, selected }), [scene, looks, matched, selected]);
  const keys = useGraphKeys({ scene, looks, matched, selected, camera, container, onSelect, onOpen });
  const isFar = area.zoom < cardZoom;
  const nodeUnder = useCallback(
    (event: React.MouseEvent) => (isFar ? nodeAt(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), scene) : undefined),
    [flow, scene, isFar],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has keys of its own
    <div
      ref={container}
      className={classes.graph}
      role="application"
      aria-label={label}
      aria-describedby={hint}
      tabIndex={0}
      onKeyDown={keys}
      data-detail={area.zoom < detailZoom ? 'names' : 'all'}
      data-zoom={isFar ? 'far' : 'near'}
      data-graph
    >
      <p id={hint} hidden>
        Arrow keys walk along the edges, Enter opens the node, plus, minus and 0 zoom, brackets go to failed nodes.
      </p>
      <div className={classes.flow} aria-hidden="true" onMouseLeave={() => setHovered(undefined)}>
        <ReactFlow
          defaultNodes={noNodes}
          defaultEdges={noEdges}
          nodeTypes={nodeTypes}
          defaultViewport={initial}
          minZoom={zoomLimits.min}
          maxZoom={zoomLimits.max}
          onMove={camera.onMove}
          onNodeClick={(_, card) => onSelect(card.data.node)}
          onNodeDoubleClick={(_, card) => onOpen?.(card.data.node)}
          onPaneClick={(event) => onSelect(nodeUnder(event))}
          onPaneMouseMove={(event) => setHovered(nodeUnder(event))}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomActivationKeyCode={null}
          panActivationKeyCode={null}
          zoomOnDoubleClick={false}
          proOptions={{ hideAttribution: true }}
        >
          <CardLayer camera={camera} picture={picture} />
          <ViewportPortal>
            <GraphCanvas picture={picture} area={area} onPaint={onPaint} />
          </ViewportPortal>
        </ReactFlow>
      </div>
      <div className={classes.overlay}>{children}</div>
      <GraphControls camera={camera} container={container} />
      {scene.nodes.length >= minimapNodes && <Minimap picture={picture} camera={camera} />}
      {isFar && hovered && (
        <div className={classes.hovered} aria-hidden="true">
          <strong>{hovered.name}</strong> {hovered.locationName} · {hovered.nodeTypeName ?? hovered.nodeType}
        </div>
      )}
    </div>
  );
}

// firstViewport shows the whole graph or, if its names could not be read then, the selected node.
function firstViewport(size: Size, scene: Scene, selected: string | undefined) {
  const whole = fitted(size, scene);
  const node = selected ? scene.byID.get(selected) : undefined;
  if (!node || whole.zoom >= cardZoom) return whole;
  return fitted(size, scene, { focus: nodeBox(node, scene), maxZoom: detailZoom });
}
