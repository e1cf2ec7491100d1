select {{ graph.nodes | length }} as nodes
