import { type ReactFlowInstance, type Viewport, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GraphNode } from '../api/graphs';
import type { CardNode } from './NodeCard';
import { type Area, type Size, areaFor, fitted, isBlurred, isOutside, visibleIn } from './area';
import { type Scene, nodeBox } from './scene';

export interface Camera {
  // What is drawn now.
  area: Area;
  flow: ReactFlowInstance<CardNode>;
  size: Size;
  scene: Scene;
  onMove: (event: unknown, viewport: Viewport) => void;
  // subscribe calls back with every change of the viewport, without rendering anything.
  subscribe: (listener: (viewport: Viewport) => void) => () => void;
  zoomBy: (factor: number) => void;
  fit: () => void;
  // reveal moves the viewport if a node is not completely in view.
  reveal: (node: GraphNode) => void;
}

// How long a change of the zoom must pause before the picture is drawn for it; until then it is scaled.
const sharpenMilliseconds = 90;

interface CameraOptions {
  scene: Scene;
  size: Size;
  initial: Viewport;
}

// useCamera follows the viewport and decides when another area has to be drawn.
export function useCamera({ scene, size, initial }: CameraOptions): Camera {
  const flow = useReactFlow<CardNode>();
  const viewport = useRef(initial);
  const listeners = useRef(new Set<(viewport: Viewport) => void>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [area, setArea] = useState<Area>(() => areaFor(initial, size, scene));
  const drawn = useRef(area);

  const redraw = useCallback(() => {
    clearTimeout(timer.current);
    drawn.current = areaFor(viewport.current, size, scene);
    setArea(drawn.current);
  }, [size, scene]);

  const onMove = useCallback(
    (_: unknown, next: Viewport) => {
      viewport.current = next;
      listeners.current.forEach((listener) => listener(next));
      if (isOutside(drawn.current, next, size, scene)) redraw();
      else if (isBlurred(drawn.current, next)) {
        clearTimeout(timer.current);
        timer.current = setTimeout(redraw, sharpenMilliseconds);
      }
    },
    [redraw, size, scene],
  );

  // Another graph, or another size of the window, has another area.
  useEffect(redraw, [redraw]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const subscribe = useCallback((listener: (viewport: Viewport) => void) => {
    listeners.current.add(listener);
    listener(viewport.current);
    return () => void listeners.current.delete(listener);
  }, []);

  return useMemo(() => {
    const show = (next: Viewport) => void flow.setViewport(next);
    return {
      area,
      flow,
      size,
      scene,
      onMove,
      subscribe,
      zoomBy: (factor) => void flow.zoomTo(viewport.current.zoom * factor),
      fit: () => show(fitted(size, scene)),
      reveal: (node) => {
        const box = nodeBox(node, scene);
        const seen = visibleIn(viewport.current, size);
        const isInside = box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;
        if (!isInside) void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: viewport.current.zoom });
      },
    };
  }, [area, flow, size, scene, onMove, subscribe]);
}
