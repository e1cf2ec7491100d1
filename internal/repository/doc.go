// Package repository manages the git repository of a project: commits of workspaces, branches, and the exchange with a
// remote repository.
//
//	workspace ──commit──▶ branch (stored here) ──push──▶ remote
//	    ◀────pull─────          ◀────pull, import────
//
// Every project has a repository here, with or without a remote; deployments use it. A commit consists of the files of
// a workspace. Its author is that of the linked git account, or the user. A commit is a conflict if the branch has
// commits that the workspace does not have.
//
// A pull merges the new commits of the branch into a workspace, file by file. A file that only one side changed comes
// from that side, equal changes are no conflict, and the rest are conflicts, reported by node with all texts. While a
// conflict is unresolved the workspace stays as it is. If the branch has new commits both here and at the remote, a
// merge commit is made first, by the same rule; while that has conflicts the branch does not move either.
//
// A workspace contains the files of a commit that it can contain: files that are too large, or whose names it rejects,
// stay in the repository unchanged from commit to commit.
//
// The package does not check permissions, and does not deploy.
package repository
