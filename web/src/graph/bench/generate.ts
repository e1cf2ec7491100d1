import type { GraphEdge, GraphNode, NodeGraph } from '../../api/graphs';

const size = { width: 184, height: 48, layerGap: 64, gap: 14 };
const layers = 8;
const locations = ['RAW', 'STAGE', 'CORE', 'MART'];

// generate returns a layered graph as the server draws them: each node reads up to three nodes nearby in earlier layers,
// and one line in ten passes a layer.
export function generate(count: number): NodeGraph {
  const perLayer = Math.ceil(count / layers);
  const nodes = Array.from({ length: count }, (_, index) => nodeAt(index, perLayer));
  const edges = nodes.flatMap((node, index) => edgesTo(node, index, nodes, perLayer));
  return {
    digest: '',
    total: count,
    width: layers * (size.width + size.layerGap),
    height: perLayer * (size.height + size.gap),
    nodeWidth: size.width,
    nodeHeight: size.height,
    locations: locations.map((name) => ({ name, count: count / locations.length })),
    nodes,
    edges,
  };
}

function nodeAt(index: number, perLayer: number): GraphNode {
  const layer = Math.floor(index / perLayer);
  return {
    id: `node-${index}`,
    name: `NODE_${index}`,
    locationName: locations[Math.floor((layer * locations.length) / layers)]!,
    nodeType: 'Stage',
    materialization: 'table',
    isSource: layer === 0,
    columns: 10,
    tests: 2,
    errors: 0,
    warnings: 0,
    layer,
    x: layer * (size.width + size.layerGap),
    y: (index % perLayer) * (size.height + size.gap),
  };
}

function edgesTo(node: GraphNode, index: number, nodes: GraphNode[], perLayer: number): GraphEdge[] {
  if (node.layer === 0) return [];
  const position = index % perLayer;
  return Array.from({ length: 1 + (index % 3) }, (_, number): GraphEdge => {
    const back = index % 10 === 0 && node.layer > 1 && number === 0 ? 2 : 1;
    const source = nodes[(node.layer - back) * perLayer + ((position + number * 3) % perLayer)]!;
    return { from: source.id, to: node.id, points: back === 2 ? around(source, node) : undefined };
  });
}

// around returns a line that passes a layer between two rows.
function around(from: GraphNode, to: GraphNode): number[][] {
  const y = from.y - size.gap / 2;
  const left = from.x + size.width + size.layerGap;
  return [
    [from.x + size.width, from.y + size.height / 2],
    [left, y],
    [left + size.width, y],
    [to.x, to.y + size.height / 2],
  ];
}
