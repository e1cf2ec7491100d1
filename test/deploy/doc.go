// Package deploy tests that a deploy changes a database to what a project defines, and keeps its rows.
//
//	project ─compiler▶ compilation ─difference▶ plan ─execute▶ DuckDB | PostgreSQL ─▶ catalog, rows
//	                                   ▲                                                   │
//	                                   └───────── must find no difference ◀────────────────┘
//
// A fixture is one real engine with the stored states of its nodes. Every scenario runs on a fixture of each engine: a project
// is deployed and refreshed, changed, and deployed again. The plans of a scenario are golden files. After every deploy the
// project is compared again, and the result must be empty.
//
// It has no code outside of tests. It does not test how plans and deployments are stored, nor crashes of processes.
package deploy
