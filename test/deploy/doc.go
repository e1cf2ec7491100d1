// Package deploy tests that a deploy makes a warehouse what a project says, and keeps what is in it.
//
//	project ─compiler▶ compilation ─difference▶ plan ─execute▶ DuckDB | PostgreSQL ─▶ catalog, rows
//	                                   ▲                                                   │
//	                                   └───────── must find nothing any more ◀─────────────┘
//
// A site is one real engine with what is stored about its nodes. Every story is told on a site of each engine: a project is
// deployed and filled, changed, deployed again. The plans of a story are golden files that people can review. After every
// deploy the project is compared once more, and nothing may be left to do.
//
// It has no code outside of tests. How plans and deployments are stored, and what happens when a process dies, is not tested
// here.
package deploy
