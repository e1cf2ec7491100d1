// Package gitrepo stores git repositories in a Storage, and exchanges commits with other repositories.
//
// A repository has objects, named by their content, and references, which move. Objects never change and may be stored
// twice. Only the move of a reference is a decision: it names the expected commit of the reference, and of two
// concurrent moves one is a conflict. The objects of a failed move are unreachable and harmless.
//
// The same files give the same tree on every machine. Links, submodules and executable flags are carried from commit to
// commit, although this package cannot read or change them. Names that could lead out of a folder, or into git's own
// folder, are rejected wherever a tree is read.
//
// A peer is another repository, over https, over ssh, or in a folder of this machine that an operator has allowed. Data
// of a peer is treated as hostile: it has a deadline, and limits on the bytes sent, the number of objects and their
// sizes. Credentials are sent to the named host, never to a redirect target, and never appear in a text. The key of an
// ssh host is checked at every connection; see Keys.
//
// The package knows nothing of projects, workspaces or users. It does not merge texts, store files on a disk, run
// hooks, or call a git program.
package gitrepo
