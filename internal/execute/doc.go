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
//   - Nothing is published by an owner that was replaced; see below.
//   - When the context ends, no statement is left running in the engine when Execute returns.
//   - A fault of one node is a fault of one node. It is tried again when that may help: the whole transaction, never a part.
//
// Four things keep an owner that was replaced from doing harm, each where the one before ends. It asks Alive inside the
// transaction, after the session carries its label: when that says yes, the next owner has not begun. When the next owner
// begins, it fences: the engine ends the sessions of earlier epochs, and this one is among them. Should the clock of the state
// database have jumped, so that the old owner takes itself for alive and opens another session, the mark that the new owner
// left in the ledger makes the ledger take no row from it. And should all of that fail, the key of the ledger still makes one
// of the two publications fail.
//
// An embedded engine belongs to one process, which does not claim a run that it still works on. There no marks are needed.
//
// A stage that may fail without failing its node is taken back alone: by a savepoint where the engine has them; otherwise
// the node is rolled back and run again from its beginning without that stage.
//
// It stores nothing in the state database and knows no runs of others; results go to a Journal.
package execute
