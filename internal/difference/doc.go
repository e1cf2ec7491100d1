// Package difference says what has to happen to a warehouse so that it becomes what a project says: which nodes are added,
// altered and deleted, with the very statements, and what will be known about each node afterwards.
//
//	desired project ─┐
//	stored states   ─┼─▶ Needs ─▶ (the engine is asked) ─▶ Compare ─▶ Result: changes, issues, plan, new states
//	previous nodes  ─┘                                      ▲ │
//	                                                        │ ├─▶ Queries ─▶ (types are described) ─┐
//	                                                        └─┼─────────────────────────────────────┘
//	                                                          └─▶ Counts ─▶ (rows are counted) ─▶ Counted
//
// Three things are compared, node by node and by id: the node as the project wants it, the state that the last deploy
// stored, and the object that the engine really has. Where the last two disagree there is drift: it is reported, and the
// alteration starts from what is really there.
//
// How a node changes depends on what it is and on the strategy of its type:
//
//	a view             is dropped and made anew, and so are the views that read something that is replaced
//	a table            is altered in place, column by column; where statements about columns cannot do it, it is made anew
//	                   and its rows are copied
//	transient          is dropped and made anew
//	advanced           does what its own template says
//
// A step is one transaction. The one that completes a node has the node's id; steps beside it have a word behind the id. Where
// views hold what they read, the steps from the drop of a view until it is there again are united into one, which has the id of
// a node that changes by itself, and completes all of them.
//
//	/drop    ahead of it: a view goes out of the way of what it reads; or behind it: the old table of a move between databases
//	/aside   ahead of it: a table gives up a name that another node takes
//	/alter   ahead of it: the second of three phases of an advanced type
//	/left    what an earlier move between databases left behind
//
// What it promises:
//
//   - A Result is frozen: its plan holds every statement, and nothing is rendered after it.
//   - Rows are kept wherever a node stays a table, unless its type says otherwise: columns keep what is in them through a
//     rename, a change of type, and when the table has to be made anew, and surrogate keys keep their values. A table
//     that its own template fills is filled by it when it is made anew, and its old rows go.
//   - Whatever loses rows or columns is named among the destructions of its change.
//   - Nothing is replaced that the plan does not know of: what it makes it makes by a plain CREATE, after what is there was
//     dropped or moved by a statement of its own. What another environment has is not touched.
//   - What people gave to an object, such as rights, is given again when it is made anew, or the loss of it is said.
//   - What was deployed over another connection, or where the engine cannot go, is left alone and named; nothing that is
//     called the same here is dropped or moved because of it.
//   - A node that a deploy was in the middle of when it was given up is taken for what it looks like. What cannot be seen of
//     it is made anew, and where that would be guessing the plan stops.
//   - Once a plan was carried out, and its new states were stored, comparing again finds nothing. When it was carried out
//     in part, the states of the finished steps are the truth, and comparing again finds the rest.
//
// What it cannot see: defaults, indexes and constraints that somebody changed by hand, the query of a view, and the order of
// columns. Only names, types and nullability of columns are compared with the engine.
//
// What it does not do: it opens no connection, reads no clock, stores nothing, and does not decide whether a destruction is
// wanted.
package difference
