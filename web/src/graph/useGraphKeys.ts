import type { KeyboardEvent, RefObject } from 'react';
import type { GraphNode } from '../api/graphs';
import { announce } from '../ui/announce';
import { toggleFullScreen } from './GraphControls';
import type { Looks } from './look';
import type { Scene } from './scene';
import type { Camera } from './useCamera';

interface GraphKeys {
  scene: Scene;
  looks: Looks;
  matched: Set<string> | undefined;
  selected: string | undefined;
  camera: Camera;
  container: RefObject<HTMLDivElement | null>;
  onSelect: (node: GraphNode | undefined) => void;
  onOpen?: (node: GraphNode) => void;
}

type Step = (node: GraphNode) => GraphNode | undefined;

// useGraphKeys returns the handler of the graph's keys: arrows walk along edges and within a layer.
export function useGraphKeys(graph: GraphKeys): (event: KeyboardEvent) => void {
  const { scene, looks, matched, selected, camera, container, onSelect, onOpen } = graph;
  const current = selected ? scene.byID.get(selected) : undefined;
  const nearest = (nodes: GraphNode[] | undefined, to: GraphNode) => {
    const shown = nodes?.filter(({ id }) => !matched || matched.has(id));
    const candidates = shown && shown.length > 0 ? shown : (nodes ?? []);
    return candidates.toSorted((a, b) => Math.abs(a.y - to.y) - Math.abs(b.y - to.y))[0];
  };
  const inLayer = (node: GraphNode, direction: 1 | -1) => {
    const layer = scene.nodes.filter((other) => other.layer === node.layer).toSorted((a, b) => a.y - b.y);
    return layer[layer.indexOf(node) + direction];
  };
  const steps: Record<string, Step> = {
    ArrowRight: (node) => nearest(scene.children.get(node.id), node),
    ArrowLeft: (node) => nearest(scene.parents.get(node.id), node),
    ArrowDown: (node) => inLayer(node, 1),
    ArrowUp: (node) => inLayer(node, -1),
    ']': (node) => failedFrom(node, 1),
    '[': (node) => failedFrom(node, -1),
  };
  const failedFrom = (node: GraphNode, direction: 1 | -1) => {
    const failed = scene.nodes.filter(({ id, errors }) => errors > 0 || looks.get(id)?.tone === 'failed').toSorted((a, b) => a.x - b.x || a.y - b.y);
    const index = failed.indexOf(node);
    return index < 0 ? failed[0] : failed[(index + direction + failed.length) % failed.length];
  };
  const actions: Record<string, () => void> = {
    '+': () => camera.zoomBy(1.25),
    '-': () => camera.zoomBy(1 / 1.25),
    '0': camera.fit,
    f: () => toggleFullScreen(container.current),
    Enter: () => current && onOpen?.(current),
    Escape: () => onSelect(undefined),
  };
  const go = (node: GraphNode) => {
    onSelect(node);
    camera.reveal(node);
    announce([node.name, node.locationName, looks.get(node.id)?.label].filter(Boolean).join(', '));
  };
  return (event) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      const next = current ? step(current) : (scene.nodes.find(({ id }) => !matched || matched.has(id)) ?? scene.nodes[0]);
      if (next) go(next);
    } else if (actions[event.key]) actions[event.key]?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
