import type { CardNode } from './NodeCard';
import { type Area, cardZoom } from './area';
import type { Picture } from './paint';
import { nodeBox, overlaps } from './scene';

// cardsIn returns the cards of the nodes in an area; none below the zoom at which names can be read. Sizes are given, so
// that nothing has to be measured.
export function cardsIn(area: Area, { scene, looks, matched, selected }: Picture): CardNode[] {
  if (area.zoom < cardZoom) return [];
  const { nodeWidth: width, nodeHeight: height } = scene;
  return scene.nodes
    .filter((node) => overlaps(nodeBox(node, scene), area))
    .map((node) => ({
      id: node.id,
      type: 'card',
      position: { x: node.x, y: node.y },
      width,
      height,
      measured: { width, height },
      data: {
        node,
        look: looks.get(node.id),
        hue: scene.hues.get(node.locationName) ?? 0,
        isSoft: matched !== undefined && !matched.has(node.id),
        isSelected: node.id === selected,
      },
    }));
}
