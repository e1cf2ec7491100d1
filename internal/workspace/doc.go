// Package workspace edits projects: it stores the files of a workspace, compiles them and applies edits.
//
//	request ──▶ Service ──▶ openWorkspace: files + compilation, cached ──▶ Edit ──▶ Store.Apply, one transaction
//	                           ▲                                                        │
//	                           └──────── Since: changes of other servers ◀──────────────┘
//
// A workspace is a folder of files with a revision that grows with every change. The version of a file is the revision
// that changed it last. An edit is planned on one revision and applied only if that is still the current one. Otherwise
// it is planned again on the current one. So names stay unique. If two users edit one node, the second gets a conflict,
// provided that its request contains the version that it read.
//
// The files are the source of truth. Everything else that the package returns (nodes, columns, SQL, lineage,
// diagnostics) comes from a compilation of them. Each edit recompiles only what depends on the changed files.
//
// A workspace without files gets its first files when it is first read: those of its branch, or those of an empty
// project.
//
// The package starts no runs and does not know git.
package workspace
