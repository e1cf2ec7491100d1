// Package execute carries a plan out on an engine: nodes in the order of the plan, several at once, each of them in one
// session and one transaction.
//
//	Execute ─▶ fence ─▶ prepare ─▶ walk ─▶ node ─▶ begin ─ stage ─ stage ─ test ─ … ─ alive? ─ remember ─ commit
//	                                         └─────────── a failure ───────────▶ rollback, descendants are skipped
//
// What it promises:
//
//   - A node is published whole or not at all. All its stages, the tests after them included, are one transaction, so a
//     reader never sees a table that is empty or half built, and a test that halts keeps the old rows in place.
//   - A node is published once. The transaction also remembers, in a ledger in the same database, which run published the
//     node; a second row for the same run and node is refused by the engine itself. Whoever takes the run over looks there
//     before doing it again, and so does an owner whose commit was answered by silence.
//   - Nothing is published by an owner that was replaced. Alive is asked inside the transaction, after the session carries
//     its label. When it says yes, the next owner has not begun; when that one begins, it fences the sessions of this one
//     first, and this session is among them.
//   - When the context ends, no statement is left running in the engine when Execute returns.
//   - A fault of one node is a fault of one node. It is tried again when that may help: the whole transaction, never a part.
//
// A stage that may fail without failing its node is taken back alone: by a savepoint where the engine has them; otherwise
// the node is rolled back and run again from its beginning without that stage.
//
// It stores nothing in the state database and knows no runs of others; results go to a Journal.
package execute
