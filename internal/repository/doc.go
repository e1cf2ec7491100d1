// Package repository is the git side of a project: the repository that the server keeps for it, the workspaces that are
// edited on its branches, and the remote repository that it may have elsewhere.
//
//	workspace ──commit──▶ branch (kept here) ──push──▶ remote
//	    ◀────pull─────          ◀────pull, import────
//
// Every project has a repository here, whether or not it has a remote; what is deployed comes from it. A commit is made of
// the files of a workspace, by the person who asks, under the name that the linked git account gives or else the user's
// own. It is a conflict when the branch has moved on since the workspace was last in step with it.
//
// A pull brings what is new on the branch into a workspace, file by file: what only one side has changed is taken from
// that side, what both have changed alike is no question, and the rest are conflicts, told by node with all texts. While
// one of them is not settled the workspace stays as it is. Where the branch has gone on both here and at the remote, a
// commit that merges both is made first, by the same rule; while that has conflicts the branch does not move either.
//
// A workspace holds the files of a commit that it can hold: those that are too large for it, or whose names it refuses,
// stay in the repository untouched from commit to commit.
//
// The package does not decide who may do what, and does not deploy.
package repository
