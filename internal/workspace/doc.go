// Package workspace is where people edit a project: its files, one compiled view of them, and the edits.
//
//	request ──▶ Desk ──▶ sheet: files + compilation, kept in memory ──▶ Edit ──▶ Store.Apply, one transaction
//	                       ▲                                                          │
//	                       └──────── Since: what others have changed meanwhile ◀──────┘
//
// A workspace is a folder of files under a revision that moves with every change; the version of a file is the revision
// that changed it last. An edit is planned on one revision and applied only if that is still the current one; otherwise it
// is planned again on what is there now. So names stay unique, and of two who edit one node the second is told, if it says
// which version it has seen.
//
// The files are the truth. Everything else that the package answers (nodes, columns, SQL, lineage, what is wrong) is read
// off a compilation of them, which is brought up to date by the files that changed.
//
// A workspace that was never written to gets its first files when it is first looked at: those of its branch, or those of
// an empty project.
//
// The package starts no runs and knows no git; it answers what the files say and changes them.
package workspace
