export interface GraphBenchSearch {
  nodes: number;
}

// graphBenchSearch reads how many nodes are drawn: 1,000 unless the address says otherwise.
export function graphBenchSearch(raw: Record<string, unknown>): GraphBenchSearch {
  const nodes = Number(raw.nodes);
  return { nodes: Number.isInteger(nodes) && nodes > 0 && nodes <= 20_000 ? nodes : 1_000 };
}
