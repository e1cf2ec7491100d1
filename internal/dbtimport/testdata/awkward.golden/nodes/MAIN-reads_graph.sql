@id("d5d481ab-7444-5407-b0fd-187c58508641")
@nodeType("Stage")
@deployDisabled

select {{ graph.nodes | length }} as nodes
