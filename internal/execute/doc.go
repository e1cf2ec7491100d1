// Package execute runs a plan on an engine: nodes in plan order, several at once, each in one session and one
// transaction. An engine without full transactions publishes a node by one statement instead; see the end.
//
//	Execute ─▶ fence ─▶ prepare ─▶ worker pool ─▶ node ─▶ begin ─ stage ─ stage ─ test ─ … ─ check lease ─ record ─ commit
//	                                                └────────────── a failure ──────────────▶ rollback, skip descendants
//
// What it promises:
//
//   - A node is published completely or not at all. All its stages, including the tests after them, are one transaction.
//     A reader never sees an empty or half-built table, and a test that stops the node keeps the old rows.
//   - A node is published once. The transaction also records the publication in a ledger in the same database. The engine
//     itself rejects a second row for the same run and node. A new owner reads the ledger before it runs a node again, and
//     so does an owner that got no answer to a commit.
//   - A replaced owner publishes nothing; see below.
//   - When the context ends, no statement is left running in the engine when Execute returns.
//   - A fault of one node affects that node and its descendants. If a retry may help, the whole transaction is retried, never
//     a part of it.
//
// Four measures keep a replaced owner from publishing; each covers a gap of the one before:
//
//  1. The owner calls CheckLease inside the transaction, after its session carries the label. If the lease is valid, the next
//     owner has not started.
//  2. When the next owner starts, it fences: the engine ends the sessions of earlier epochs, including that one.
//  3. If the clock of the state database jumped, the old owner may believe that its lease is valid and open another session.
//     The new owner's mark in the ledger makes the ledger reject its rows.
//  4. If all of that fails, the key of the ledger still makes one of the two publications fail.
//
// An embedded engine belongs to one process, which does not claim a run that it is still executing. It needs no marks.
//
// A failure of an ordinary statement always fails its node. Only a test may fail without failing its node. A test that an
// engine rejects is undone alone: with a savepoint if the engine has them; otherwise the node is rolled back and run again
// without that test.
//
// An engine without full transactions (engine.TransactionLevel) gets the other publisher:
//
//	read version ─▶ stages and tests on work tables ─▶ store snapshot ─▶ publishing statement, store its id ─▶ drop work tables
//
// Its rules:
//
//   - Package staging finds out which statements of a node change its table. They and the tests work on tables with names of
//     their own, so a test that stops the node publishes nothing.
//   - One statement publishes: it replaces the table, with a marker that commits with the rows, or it is a MERGE. Its guard makes it
//     fail if the table has another snapshot than the stored one, or if a newer owner has written its mark.
//   - Evidence is only the table: its marker, its snapshot, and the ids of the queries that changed it. The state of a query is none,
//     because a canceled or failed query may take effect. A new owner writes its mark, cancels the queries of earlier owners, and
//     reads the tables. If a table has changed and nothing shows by whom, the node fails and says that it is in doubt.
//   - Statements that change other tables or definitions take effect by themselves, at least once. A new owner does not repeat
//     those that cannot be repeated.
//
// The package stores nothing in the state database and knows no other runs; results go to a Journal.
package execute
