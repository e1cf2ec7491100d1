// Package difference finds what has to happen so that a database becomes what a project defines: which nodes are added,
// altered and deleted, by which statements, and the state of each node afterwards.
//
//	desired project ─┐
//	stored states   ─┼─▶ Needs ─▶ (query the engine) ─▶ Compare ─▶ Result: changes, issues, plan, new states
//	previous nodes  ─┘                                   ▲ │
//	                                                     │ ├─▶ Queries ─▶ (describe types) ─┐
//	                                                     └─┼────────────────────────────────┘
//	                                                       └─▶ CountQueries ─▶ (count rows) ─▶ SetCounts
//
// Compare works in stages. Each reads the results of the stages before and changes none of them:
//
//	Input → facts → decision per node → dependent views → ordered steps → Result
//
// It compares three things, node by node and by id: the node of the project, the state that the last deploy stored, and the
// object in the catalog. A difference between the last two is drift: it is reported, and the change starts from the object
// that exists.
//
// How a node changes depends on its kind and on the strategy of its type:
//
//	a view       is dropped and created, and so are the views that read something that is replaced
//	a table      is altered in place, column by column; if statements about columns cannot do it, the rows are copied to a new
//	             table
//	transient    is dropped and created
//	advanced     does what its own template says
//
// A step is one transaction. On an engine without full transactions its statements take effect one by one, and a warning says
// so. The step that completes a node has the node's id; the other steps of a node have a suffix. Where
// views block changes of what they read, the steps from the drop of a view to its create are merged into one step. It has the
// id of a node that changes by itself, and completes all of them.
//
//	/drop    before it: drops a view before what it reads changes; or after it: drops the old table after a move to another database
//	/aside   before it: gives a table a temporary name, because another node takes its name
//	/alter   before it: the second of three phases of an advanced type
//	/left    drops the leftovers of an earlier move to another database
//
// What it promises:
//
//   - A Result is frozen: its plan contains every statement, and nothing is rendered after it.
//   - Rows are kept as long as a node stays a table, unless its type says otherwise: columns keep their values through a
//     rename, a change of type and a copy to a new table, and surrogate keys keep their values. A table that its own template
//     fills is filled by it when it is recreated, and its old rows are deleted.
//   - Every loss of rows or columns is listed among the losses of its change.
//   - Nothing is replaced that the plan does not know: it creates objects by a plain CREATE, after a statement of its own has
//     dropped or moved the existing object. Objects of other environments are not changed.
//   - Properties that were added to an object, such as rights, are restored when it is recreated, or their loss is reported.
//   - An object that was deployed over another connection, or where the engine has no access, is not changed, and it is
//     reported. An object of the same name here is neither dropped nor moved because of it.
//   - A node that an abandoned deploy was working on gets the state that fits the catalog. What the catalog does not show is
//     recreated; if that could mistake one column for another, the plan is blocked.
//   - Once a plan was executed and its new states were stored, comparing again finds nothing. If it was executed in part, the
//     states of the finished steps are true, and comparing again finds the rest.
//
// What it cannot see: defaults, indexes and constraints that were changed outside of a deploy, the query of a view, and the
// order of columns. It compares only names, types and nullability of columns with the engine.
//
// What it does not do: it opens no connection, reads no clock, stores nothing, and does not decide whether a loss is wanted.
package difference
